#include "bench/report.h"

#include <algorithm>

namespace gilscope::bench {

int Report::counted_blocks() const {
    const auto& blocks = measurements.blocks;
    return static_cast<int>(
        std::count_if(blocks.begin(), blocks.end(), [](const Block& block) { return !block.disturbed; }));
}

int Report::disturbed_blocks() const {
    return static_cast<int>(measurements.blocks.size()) - counted_blocks();
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
