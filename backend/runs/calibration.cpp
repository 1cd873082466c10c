#include "runs/calibration.h"

namespace gilscope::runs {
namespace {

/// Long enough for a clock and a scheduler; then the number of calls per round is known within a few percent.
constexpr std::chrono::milliseconds long_enough{50};
constexpr std::int64_t most_calls = 1 << 20;
/// Below this share of a core, a workload waits rather than works.
constexpr double waiting_below = 0.1;

}  // namespace

Calibration calibrate(const Surroundings& surroundings, const engine::InstalledEngine& engine,
                      const engine::CellPlan& plan, const engine::Patience& patience) {
    engine::Cell cell(surroundings.spawner, engine, plan, patience);
    cell.call(1, patience);  // cold: imports, caches, the interpreter's specialisation
    for (std::int64_t calls = 1;; calls *= 4) {
        const auto times = cell.call(calls, patience);
        if (times.wall < long_enough && calls < most_calls) {
            continue;
        }
        const double cores = static_cast<double>(times.cpu.count()) / static_cast<double>(times.wall.count());
        const engine::Memory memory = cell.memory();
        cell.end();
        return {times.wall / calls, cores, cores < waiting_below, memory};
    }
}

}  // namespace gilscope::runs
