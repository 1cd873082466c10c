#include "bench/fitness.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/plan.h"

namespace gilscope::bench {

bool too_disturbed(const Report& report) {
    return report.stopped_because == "too_disturbed" || report.disturbed_blocks() > report.counted_blocks();
}

int parallel_workers(const Measurements& run) {
    return run.waiting ? run.workers : std::min(run.workers, static_cast<int>(std::floor(run.usable_cores)));
}

const CellSummary* shortest_cell(const Report& report, const std::string& interpreter) {
    const CellSummary* shortest = nullptr;
    for (const CellSummary& cell : report.cells) {
        const bool wanted = interpreter.empty() || cell.facts.cell.interpreter == interpreter;
        if (wanted && cell.time_ms &&
            (shortest == nullptr || cell.time_ms->value < shortest->time_ms->value)) {
            shortest = &cell;
        }
    }
    return shortest;
}

bool is_too_short(const CellSummary& cell) {
    return cell.time_ms && cell.time_ms->value < std::chrono::duration<double, std::milli>(min_round).count();
}

}  // namespace gilscope::bench
