#include "bench/observation.h"

#include <algorithm>
#include <cmath>

namespace gilscope::bench {
namespace {

constexpr int wanted_samples = 10;
/// With long waits for the lock ten samples would take too long.
constexpr std::chrono::milliseconds longest_observed_round{500};

/// What the probe has seen of a cell in the counted blocks so far.
struct Observed {
    std::size_t samples = 0;
    nanoseconds wall{};
};

Observed observed_so_far(const Measurements& run, std::size_t cell) {
    Observed observed;
    for (const Block& block : run.blocks) {
        if (!block.disturbed && cell < block.cells.size() && block.cells[cell]) {
            observed.samples += block.cells[cell]->probes.size();
            observed.wall += block.cells[cell]->observed_wall;
        }
    }
    return observed;
}

nanoseconds wanted_length(const Observed& observed, nanoseconds interval) {
    if (observed.samples == 0) {
        return interval * wanted_samples;
    }
    const nanoseconds for_each =
        std::max(interval, observed.wall / static_cast<std::int64_t>(observed.samples));
    return std::min<nanoseconds>(for_each * wanted_samples, longest_observed_round);
}

/// How long the cell took for one call of each of its workers; 0 if it wasn't measured.
nanoseconds length_of_call(const CellBlock& block) {
    if (block.samples.empty() || block.samples.back().calls <= 0) {
        return {};
    }
    return block.samples.back().wall / block.samples.back().calls;
}

std::int64_t whole_calls(nanoseconds time, nanoseconds call) {
    return static_cast<std::int64_t>(
        std::ceil(static_cast<double>(time.count()) / static_cast<double>(call.count())));
}

}  // namespace

nanoseconds time_to_observe(nanoseconds elapsed, nanoseconds observed) {
    const auto share = nanoseconds(std::llround(observed_share * static_cast<double>(elapsed.count())));
    return std::max(nanoseconds(0), share - observed);
}

std::vector<Observation> observations(const Measurements& run, const Block& block, nanoseconds allowed) {
    std::vector<std::pair<Observed, std::size_t>> candidates;
    for (std::size_t cell = 0; cell < block.cells.size(); ++cell) {
        if (block.cells[cell] && length_of_call(*block.cells[cell]).count() > 0) {
            candidates.emplace_back(observed_so_far(run, cell), cell);
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.first.samples < b.first.samples; });
    std::vector<Observation> chosen;
    for (const auto& [observed, cell] : candidates) {
        const nanoseconds call = length_of_call(*block.cells[cell]);
        const std::int64_t wanted = whole_calls(wanted_length(observed, run.probe_interval), call);
        const std::int64_t calls = std::min<std::int64_t>(wanted, allowed / call);
        if (calls < 1) {
            break;
        }
        chosen.push_back({cell, calls});
        allowed -= calls * call;
    }
    return chosen;
}

}  // namespace gilscope::bench
