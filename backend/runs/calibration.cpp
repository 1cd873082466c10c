#include "runs/calibration.h"

#include <algorithm>

namespace gilscope::runs {
namespace {

/// Long enough for a clock and a scheduler; then the number of calls per round is known within a few percent.
constexpr std::chrono::milliseconds long_enough{50};
constexpr std::int64_t most_calls = 1 << 20;
/// A first call may take far longer than the next ones.
constexpr std::int64_t most_growth = 16;
/// Below this share of a core, a workload waits rather than works.
constexpr double waiting_below = 0.1;

/// How many calls last a little longer than long_enough if they go on like the last ones.
std::int64_t more_calls(std::int64_t calls, std::chrono::nanoseconds wall) {
    const std::int64_t growth = 1 + long_enough * 5 / 4 / std::max(wall, std::chrono::nanoseconds(1));
    return calls * std::clamp<std::int64_t>(growth, 2, most_growth);
}

}  // namespace

Calibration calibrate(const Surroundings& surroundings, const engine::InstalledEngine& engine,
                      const engine::CellPlan& plan, const engine::Patience& patience) {
    engine::Cell cell(surroundings.spawner, engine, plan, patience);
    cell.call(1, patience);  // cold: imports, caches, the interpreter's specialisation
    for (std::int64_t calls = 1;;) {
        const auto times = cell.call(calls, patience);
        if (times.wall < long_enough && calls < most_calls) {
            calls = more_calls(calls, times.wall);
            continue;
        }
        const double cores = static_cast<double>(times.cpu.count()) / static_cast<double>(times.wall.count());
        const engine::Memory memory = cell.memory();
        cell.end();
        return {times.wall / calls, cores, cores < waiting_below, memory};
    }
}

}  // namespace gilscope::runs
