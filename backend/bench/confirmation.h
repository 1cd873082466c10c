// Small runs that test a verdict: the same workload with one thing changed that would matter if the verdict
// is right. Which ones a report asks for, and what they say in the end. Pure.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.h"
#include "bench/verdict_case.h"

namespace gilscope::bench {

/// "collector_off", "private_modules", "one_worker"; and its inverse, nothing for a name that is not one.
std::string_view name_of(Change change);
std::optional<Change> change_named(std::string_view name);

/// A confirming run that isn't there yet.
struct WantedConfirmation {
    Change change = Change::collector_off;
    std::string interpreter;
    int workers = 1;  ///< of the verdict that it tests
};

/// What would test the main verdict on each free-threaded interpreter; empty where nothing would. An
/// undecided one is tested as well where the collector may be why.
std::vector<WantedConfirmation> wanted_confirmations(const Report& report);

/// The run to be filled with blocks: sequential and threads of that interpreter, with as many calls as in the
/// report. `one_worker` has one worker, the others as many as the verdict.
Report confirming_run(const Report& report, const WantedConfirmation& wanted);

inline constexpr int confirming_blocks = min_blocks_for_interval;
inline constexpr int rounds_per_confirming_block = 2;

/// About how long such a run takes, by what its cells took in the report.
std::chrono::nanoseconds expected_length(const Report& report, const WantedConfirmation& wanted);

/// Threads under that change, if they were measured for this case and their speedup has an interval; else
/// null.
const CellSummary* threads_under(const Case& of, Change change);

/// Their speedup.
std::optional<Estimate> speedup_under(const Case& of, Change change);

/// True if threads gain more under that change, beyond both intervals, and enough to matter: where they
/// didn't scale they leave that band, where they were undecided they scale.
bool helps(const Case& of, Change change);

/// True if threads don't scale under that change either, by the whole interval; they may gain a little by it.
/// Wide intervals may be neither.
bool helps_not(const Case& of, Change change);

}  // namespace gilscope::bench
