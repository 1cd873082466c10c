// What a sweep takes, and what it finds.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

#include "benchmarks.h"
#include "laboratory.h"
#include "runs/sweep.h"

namespace gilscope::laboratory {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

/// Adds up the phases that a listener is told of.
class Phases {
  public:
    void note(const runs::RunProgress& progress) {
        const auto now = Clock::now();
        if (phase_ == "starting" || phase_ == "warming up") {
            preparing_ += now - since_;
        }
        phase_ = progress.phase;
        since_ = now;
    }
    nanoseconds preparing() const { return preparing_; }

  private:
    std::string phase_;
    Clock::time_point since_;
    nanoseconds preparing_{};
};

nanoseconds timed(const bench::Measurements& run) {
    nanoseconds sum{};
    for (const bench::Block& block : run.blocks) {
        for (const auto& cell : block.cells) {
            for (const bench::Sample& sample : cell ? cell->samples : std::vector<bench::Sample>{}) {
                sum += sample.warmup ? nanoseconds(0) : sample.wall;
            }
        }
    }
    for (const bench::SpinSample& spin : run.machine_spins) {
        sum += spin.one + spin.many;
    }
    return sum;
}

/// Where nothing is contended: sequential shares with no one, interpreters and processes share nothing.
double widest_uncontended(const bench::Report& report) {
    double widest = 0;
    for (const bench::CellSummary& cell : report.cells) {
        const bool alone = cell.facts.cell.workers <= report.measurements.usable_cores;
        const bench::Mode mode = cell.facts.cell.mode;
        if (alone && cell.speedup && (mode == bench::Mode::interpreters || mode == bench::Mode::processes)) {
            widest = std::max(widest, cell.speedup->relative_half_width());
        }
    }
    return widest;
}

void print(const bench::Report& report) {
    for (const bench::CellSummary& cell : report.cells) {
        if (cell.speedup && cell.facts.cell.mode != bench::Mode::sequential) {
            fmt::print("  {:<24} {}\n", to_string(cell.facts.cell), text_of(*cell.speedup));
        }
    }
    std::fflush(stdout);
}

}  // namespace

void sweep_of_cpu() {
    Laboratory laboratory;
    runs::SweepRequest request{laboratory.request("count_primes", {{"n", 20'000}}, 1,
                                                  {bench::all_modes.begin(), bench::all_modes.end()}),
                               {1, 2, 4, 8}};
    request.at_each.budget.soft_time = std::chrono::seconds(0);
    Phases phases;
    const auto begun = Clock::now();
    const bench::Report report =
        laboratory.run(request, [&](const runs::RunProgress& progress) { phases.note(progress); });
    const nanoseconds all = Clock::now() - begun;
    print(report);
    const double seconds = std::chrono::duration<double>(all).count();
    print_goal("a sweep of 1, 2, 4, 8 workers, 4 modes, 2 builds, at most 180 s",
               fmt::format("{:.0f} s, at least {} blocks each", seconds, report.fewest_counted_blocks()),
               seconds <= 180 && report.fewest_counted_blocks() >= bench::min_blocks_for_interval);
    print_goal("its widest interval where nothing is contended, at most ±5 %",
               fmt::format("±{:.1f} %", 100 * widest_uncontended(report)),
               widest_uncontended(report) <= 0.05);
    const nanoseconds own = all - timed(report.measurements) - phases.preparing();
    const double share = static_cast<double>(own.count()) / static_cast<double>(all.count());
    print_goal("outside of timed regions, engine start and warm-up, at most 15 %",
               fmt::format("{:.1f} % of {:.0f} s", 100 * share, seconds), share <= 0.15);
}

namespace {

constexpr int waiting_workers = 32;

bench::Report waiting(int delay_ms, std::vector<int> workers) {
    Laboratory laboratory;
    runs::SweepRequest request{laboratory.request("http_roundtrip", {{"delay_ms", delay_ms}}, 1,
                                                  {bench::all_modes.begin(), bench::all_modes.end()}),
                               std::move(workers)};
    request.at_each.budget.soft_time = std::chrono::seconds(0);
    bench::Report report = laboratory.run(request, {});
    print(report);
    return report;
}

void print_gain(const bench::Report& report, int delay_ms) {
    for (const bench::CellSummary& cell : report.cells) {
        if (cell.facts.cell.workers == waiting_workers && cell.facts.cell.mode != bench::Mode::sequential &&
            cell.speedup) {
            print_goal(fmt::format("{}, {} ms, at least 0.85 a worker", to_string(cell.facts.cell), delay_ms),
                       text_of(*cell.speedup), cell.speedup->value >= 0.85 * waiting_workers);
        }
    }
}

}  // namespace

/// The workload's own delay over the whole range, and the one of the README's picture, where the same cores
/// have five times as many requests to serve, at its end.
void sweep_of_io() {
    print_gain(waiting(50, {1, 2, 4, 8, 16, waiting_workers}), 50);
    print_gain(waiting(10, {1, waiting_workers}), 10);
}

}  // namespace gilscope::laboratory
