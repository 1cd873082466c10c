// How a run came out: from what its measurement returned or threw to what is stored. Pure.
#pragma once

#include <exception>
#include <string>

#include "bench/report.h"
#include "runs/run.h"

namespace gilscope::runs {

/// The report's JSON as text; empty if nothing was measured.
std::string report_text(const bench::Report& report);

/// `interrupted`: it was the server's end that stopped it, not its owner.
void note_outcome(Run& run, const bench::Report& report, bool interrupted);
/// The same for what was thrown.
void note_outcome(Run& run, const std::exception_ptr& thrown, bool interrupted);

/// A run that is over, as a report from elsewhere describes it. `name`: empty for the usual one.
Run imported_run(const bench::Report& report, const std::string& name);

}  // namespace gilscope::runs
