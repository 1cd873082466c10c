#include "bench/disturbance.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/block_figures.h"
#include "text/text.h"

namespace gilscope::bench {
namespace {

using std::chrono::milliseconds;

constexpr double full_use = 0.9;
/// Run-queue delay that a quiet machine shows too (measured: 0.01 to 0.05 of the wall time for each worker).
constexpr double usual_delay_per_worker = 0.05;
constexpr double noticeable_share = 0.05;
/// The kernel counts the CPU time of the machine and steal in ticks: less than one of them means nothing.
constexpr milliseconds tick{10};
constexpr double large_steal_share = 0.1;
constexpr milliseconds large_steal{20};

bool exceeds_ticks(nanoseconds figure, double wall) {
    return seconds(figure) > noticeable_share * wall + seconds(tick);
}

/// Workers that don't exceed their quota by themselves, and are stopped by it: others of their control group
/// used it up. The time in which they are stopped counts as run-queue delay under some kernels only.
bool is_stopped_by_quota(const Sample& sample, int workers, double usable_cores, double wall) {
    return workers <= usable_cores && sample.throttled > 0 &&
           seconds(sample.throttled_time) > noticeable_share * wall;
}

/// What shows that it was the machine and not the workload itself that kept the workers waiting.
std::vector<std::string> witnesses(const Sample& sample, int workers, double usable_cores, double wall) {
    std::vector<std::string> found;
    if (exceeds_ticks(sample.others_cpu, wall)) {
        found.push_back(
            fmt::format("other programs used {:.0f} ms of CPU", seconds(sample.others_cpu) * 1e3));
    }
    if (exceeds_ticks(sample.steal, wall)) {
        found.push_back(fmt::format("the hypervisor took {:.0f} ms", seconds(sample.steal) * 1e3));
    }
    // With more workers than cores the workers themselves wait for a CPU, and pressure says nothing about
    // others.
    if (workers <= usable_cores && seconds(sample.pressure) > noticeable_share * wall) {
        found.push_back(fmt::format("some task waited for a CPU {:.0f} % of the time",
                                    100 * std::min(1.0, seconds(sample.pressure) / wall)));
    }
    if (is_stopped_by_quota(sample, workers, usable_cores, wall)) {
        found.push_back(fmt::format("a CPU quota stopped them {}, {:.0f} ms in all",
                                    text::counted(sample.throttled, "time"),
                                    seconds(sample.throttled_time) * 1e3));
    }
    return found;
}

std::optional<std::string> large_steal_reason(const Sample& sample, double usable_cores, double wall) {
    const double stolen = seconds(sample.steal);
    if (sample.steal <= large_steal || stolen <= large_steal_share * wall * std::max(1.0, usable_cores)) {
        return std::nullopt;
    }
    return fmt::format("the hypervisor took {:.0f} ms of CPU in a round of {:.0f} ms", stolen * 1e3,
                       wall * 1e3);
}

}  // namespace

std::optional<std::string> disturbance(const Sample& sample, int workers, double usable_cores) {
    const double wall = seconds(sample.wall);
    if (wall <= 0) {
        return std::nullopt;
    }
    if (std::optional<std::string> reason = large_steal_reason(sample, usable_cores, wall)) {
        return reason;
    }
    const double cores_used = cpu_seconds(sample) / wall;
    const double cores_expected = std::min<double>(workers, usable_cores);
    const double delay = seconds(sample.run_queue_delay) / wall;
    // W busy workers on fewer cores wait for each other: (W - cores) of them at any time.
    const double own_delay = std::max(0.0, workers - usable_cores);
    const bool held_back = delay - own_delay > usual_delay_per_worker * workers ||
                           is_stopped_by_quota(sample, workers, usable_cores, wall);
    if (cores_used >= full_use * cores_expected || !held_back) {
        return std::nullopt;
    }
    const std::vector<std::string> found = witnesses(sample, workers, usable_cores, wall);
    if (found.empty()) {
        return std::nullopt;
    }
    return fmt::format(
        "{:.2f} of {:.2f} cores used, workers waited {:.2f}x the wall time of {:.0f} ms for a CPU, {}",
        cores_used, cores_expected, delay, wall * 1e3, fmt::join(found, ", "));
}

std::optional<std::string> disturbance(const Block& block, const Measurements& run) {
    const std::size_t count = std::min(block.cells.size(), run.cells.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (!block.cells[i]) {
            continue;
        }
        const Cell& cell = run.cells[i].cell;
        const int workers = cell.mode == Mode::sequential ? 1 : cell.workers;
        for (const Sample& sample : block.cells[i]->samples) {
            if (sample.warmup) {
                continue;
            }
            if (const std::optional<std::string> reason = disturbance(sample, workers, run.usable_cores)) {
                return fmt::format("{}, round {}: {}", to_string(cell), sample.round, *reason);
            }
        }
    }
    return std::nullopt;
}

}  // namespace gilscope::bench
