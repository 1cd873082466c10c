// From figures to a sentence. A pure function of the summaries: it claims nothing that the intervals don't
// support.
#pragma once

#include "bench/report.h"

namespace gilscope::bench {

/// One verdict for each interpreter and W of the report, from report.cells and report.measurements.
/// summarize() calls it.
std::vector<Verdict> verdicts(const Report& report);

}  // namespace gilscope::bench
