#include "bench/measurements.h"

#include <set>

namespace gilscope::bench {

std::int64_t calls_of_worker(const CellFacts& facts, bool warmup) {
    if (facts.cell.mode != Mode::sequential || warmup) {
        return facts.calls_per_worker;
    }
    return facts.measured_calls > 0 ? facts.measured_calls : facts.calls_per_worker * facts.cell.workers;
}

std::vector<int> worker_counts(const Measurements& run) {
    std::set<int> counts;
    for (const CellFacts& facts : run.cells) {
        counts.insert(facts.cell.workers);
    }
    return {counts.begin(), counts.end()};
}

}  // namespace gilscope::bench
