// What a verdict on one interpreter is made from, and what a rule makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/plan.h"
#include "bench/report.h"

namespace gilscope::bench {

/// One interpreter's part of a report at one W. Points into the report; a cell without figures is null.
struct Case {
    const Report* report = nullptr;
    std::string interpreter;
    Build build = Build::gil;
    const CellSummary* sequential = nullptr;
    const CellSummary* threads = nullptr;
    const CellSummary* interpreters = nullptr;
    const CellSummary* processes = nullptr;
    int workers = 1;
    std::optional<Estimate> machine;  ///< machine parallelism at this W
    int parallel = 1;  ///< how many of them can make progress at once: what the bands are chosen by
    Bands bands{};
};

/// What a rule says once it applies.
struct Finding {
    std::string kind;
    std::string sentence;
    std::string advice;            ///< without its full stop
    bool modes_are_ranked = true;  ///< false where the times can't carry a ranking of the modes either
};

/// One case for each interpreter and W, in the report's order of interpreters.
std::vector<Case> cases_of(const Report& report);

/// The whole interval lies in the band; false without an interval.
bool scales(const CellSummary* cell, const Bands& bands);
bool scales_not(const CellSummary* cell, const Bands& bands);

/// True if threads scale at the same W in a free-threaded build of the same report, with its GIL off.
bool free_threads_scale(const Case& of);

/// The mode whose time interval lies wholly below that of every other one; nothing if there is none.
const CellSummary* fastest_cell(const Case& of);

}  // namespace gilscope::bench
