// What free threading costs and gains against the GIL build: a free-threaded interpreter is slower while it
// runs alone, so a speedup over its own sequential time flatters it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::bench {

/// Threads of a free-threaded build against the GIL build's sequential time, at so many workers; 1 is the
/// free-threaded build's own sequential run.
struct AgainstGil {
    int workers = 1;
    Estimate speedup;  ///< above 1: quicker than the GIL build's sequential run of the same work
};

/// Ascending in workers; empty for an interpreter with a GIL, for a workload that waits and where no
/// comparable() GIL build was measured.
std::vector<AgainstGil> against_gil(const Report& report, const std::string& interpreter);

/// With how many workers the speedup reaches 1, interpolated linearly between the measured ones: `value` from
/// their values, `low` from the upper ends of their intervals and `high` from the lower ones. Between numbers
/// far apart the curve need not be straight, which the interval leaves out. Nothing if the values don't reach
/// 1; no `low` and `high` where an interval is missing or its lower end doesn't reach 1. 1 if one worker is
/// as quick. Pure; `measured` ascends.
std::optional<Estimate> break_even_workers(const std::vector<AgainstGil>& measured);

/// Between which of the measured numbers of workers threads break even, as far as their intervals tell; empty
/// where one has none. Pure; `measured` ascends and isn't empty.
std::string break_even_text(const std::vector<AgainstGil>& measured);

/// One sentence to be read below the interpreter's rows: both speedups and, unless the verdict has doubts,
/// break_even_text(). Empty where against_gil() has less than sequential and threads. Reads report.verdicts.
std::string against_gil_line(const Report& report, const std::string& interpreter);

}  // namespace gilscope::bench
