// What the probe saw, in words.
#pragma once

#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::bench {

/// "waits for the GIL, median (99 %): sequential 5.1 (5.3) ms, threads 10 (15) ms", and the same for how late
/// the system wakes a thread: of one interpreter, a line each. Empty where nothing was observed, and for a
/// sweep, which has no room for it.
std::vector<std::string> delay_lines(const Report& report, const std::string& interpreter);

/// "waits 10 ms (median of 37)"; empty unless threads were watched while they had a GIL, and the figures are
/// valid.
std::string wait_for_the_gil(const CellSummary& threads);

}  // namespace gilscope::bench
