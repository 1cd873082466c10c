#include "bench/fitness.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/plan.h"

namespace gilscope::bench {

bool too_disturbed(const Report& report, int workers) {
    const int disturbed = report.disturbed_blocks(workers);
    const int counted = report.counted_blocks(workers);
    const bool gave_up = report.stopped_because == "too_disturbed" &&
                         (disturbed >= counted || worker_counts(report.measurements).size() == 1);
    return gave_up || disturbed > counted;
}

bool too_disturbed(const Report& report) {
    const std::vector<int> counts = worker_counts(report.measurements);
    return std::any_of(counts.begin(), counts.end(),
                       [&](int workers) { return too_disturbed(report, workers); });
}

int parallel_workers(const Measurements& run, int workers) {
    return run.waiting ? workers : std::min(workers, static_cast<int>(std::floor(run.usable_cores)));
}

const CellSummary* shortest_cell(const Report& report, const InterpreterAndWorkers* of) {
    const CellSummary* shortest = nullptr;
    for (const CellSummary& cell : report.cells) {
        const bool wanted = of == nullptr || (cell.facts.cell.interpreter == of->interpreter &&
                                              cell.facts.cell.workers == of->workers);
        if (wanted && cell.time_ms &&
            (shortest == nullptr || cell.time_ms->value < shortest->time_ms->value)) {
            shortest = &cell;
        }
    }
    return shortest;
}

bool is_too_short(const Measurements& run, const CellSummary& cell) {
    const std::chrono::duration<double, std::milli> shortest = shortest_round(run.quick_look);
    return cell.time_ms && cell.time_ms->value < shortest.count();
}

}  // namespace gilscope::bench
