#include "bench/report.h"

#include <algorithm>

#include "bench/fitness.h"

namespace gilscope::bench {

int Report::counted_blocks() const {
    const auto& blocks = measurements.blocks;
    return static_cast<int>(
        std::count_if(blocks.begin(), blocks.end(), [](const Block& block) { return !block.disturbed; }));
}

int Report::disturbed_blocks() const {
    return static_cast<int>(measurements.blocks.size()) - counted_blocks();
}

int Report::counted_blocks(int workers) const {
    const auto& blocks = measurements.blocks;
    return static_cast<int>(std::count_if(blocks.begin(), blocks.end(), [=](const Block& block) {
        return block.workers == workers && !block.disturbed;
    }));
}

int Report::disturbed_blocks(int workers) const {
    const auto& blocks = measurements.blocks;
    return static_cast<int>(std::count_if(blocks.begin(), blocks.end(), [=](const Block& block) {
        return block.workers == workers && block.disturbed;
    }));
}

int Report::fewest_counted_blocks() const {
    const std::vector<int> counts = worker_counts(measurements);
    int fewest = counts.empty() ? 0 : counted_blocks(counts.front());
    for (const int workers : counts) {
        fewest = std::min(fewest, counted_blocks(workers));
    }
    return fewest;
}

std::optional<Estimate> Report::machine_parallelism_at(int workers) const {
    const auto& all = machine_parallelism_by_workers;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [=](const MachineParallelism& one) { return one.workers == workers; });
    return found == all.end() ? std::nullopt : std::optional(found->value);
}

const Verdict* main_verdict(const Report& report, const std::string& interpreter) {
    const Verdict* best = nullptr;
    for (const Verdict& verdict : report.verdicts) {  // ascending W
        if (verdict.interpreter == interpreter &&
            (best == nullptr || parallel_workers(report.measurements, verdict.workers) == verdict.workers)) {
            best = &verdict;
        }
    }
    return best;
}

bool comparable(const InterpreterFacts& a, const InterpreterFacts& b) {
    return a.version == b.version && a.compiler == b.compiler && a.optimization == b.optimization;
}

const InterpreterFacts* comparable_gil_interpreter(const Report& report, const std::string& interpreter) {
    const auto& all = report.interpreters;
    const auto wanted = std::find_if(all.begin(), all.end(),
                                     [&](const InterpreterFacts& facts) { return facts.id == interpreter; });
    if (wanted == all.end()) {
        return nullptr;
    }
    const auto found = std::find_if(all.begin(), all.end(), [&](const InterpreterFacts& facts) {
        return facts.build == Build::gil && comparable(facts, *wanted);
    });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace gilscope::bench
