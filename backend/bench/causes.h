// Why threads don't scale. Speedup alone can't tell: the GIL, a lock, a contended object, the garbage
// collector and a busy neighbour all read 1.0x. What separates them is how many cores were busy, how much CPU
// time the same work took, and what the workers waited for.
#pragma once

#include "bench/verdict_case.h"

namespace gilscope::bench {

/// For a case whose threads' interval lies wholly in the no-scaling band.
Finding cause_of_no_scaling(const Case& of);

/// For a case whose threads neither scale nor don't: the collector, if a confirming run has shown that they
/// scale without it, and nothing outside of Python explains their figures.
std::optional<Finding> held_up_by_collector(const Case& of);

/// True if the collector ran so much of the time that it may be why threads don't scale.
bool collector_may_hold_up(const Case& of);

}  // namespace gilscope::bench
