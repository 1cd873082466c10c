#include "bench/wording.h"

#include <fmt/format.h>

#include <vector>

namespace gilscope::bench {
namespace {

/// "interpreters (1.93x) or processes (1.90x) or the free-threaded build": what was seen to scale, or empty.
std::string what_scales(const Case& of) {
    std::vector<std::string> found;
    for (const CellSummary* cell : {of.interpreters, of.processes}) {
        if (scales(cell, of.bands)) {
            found.push_back(
                fmt::format("{} ({:.2f}x)", name_of(cell->facts.cell.mode), cell->speedup->value));
        }
    }
    if (of.build == Build::gil && free_threads_scale(of)) {
        found.emplace_back("the free-threaded build");
    }
    return fmt::format("{}", fmt::join(found, " or "));
}

}  // namespace

std::string with_interval(const Estimate& speedup) {
    return speedup.has_interval()
               ? fmt::format("{:.2f}x [{:.2f}-{:.2f}]", speedup.value, *speedup.low, *speedup.high)
               : fmt::format("{:.2f}x", speedup.value);
}

std::string opening(const Case& of) {
    const Estimate& speedup = *of.threads->speedup;
    const char* gain = "gain nothing from";
    if (*speedup.high < 1) {
        gain = "lose time with";
    } else if (*speedup.low > 1.05) {
        gain = "gain little from";
    }
    return fmt::format("Threads {} {} workers: {}", gain, of.workers, with_interval(speedup));
}

std::string move_to_what_scales(const Case& of) {
    const std::string found = what_scales(of);
    return found.empty() ? "Try interpreters, processes and the free-threaded build, none of which was seen "
                           "to scale here"
                         : fmt::format("Move the work to {}, where it runs in parallel", found);
}

std::string or_move(const Case& of, const std::string& advice) {
    const std::string found = what_scales(of);
    return found.empty() ? advice : fmt::format("{}, or move the work to {}", advice, found);
}

}  // namespace gilscope::bench
