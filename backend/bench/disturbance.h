// Did something else on the machine get in the way of a cell? Decided per cell and round, in its own window,
// from figures that don't depend on the result, so that throwing a block away can't favour one.
#pragma once

#include <optional>
#include <string>

#include "bench/measurements.h"

namespace gilscope::bench {

/// Why this sample can't be trusted, in words with figures; nothing if it can.
/// Disturbed means: cores used < 0.9 × min(W, usable) and a run-queue delay beyond what W > usable cores
/// explains by more than 0.05 for each worker, borne out by CPU time of others, by pressure or by steal (each
/// above 5 % of the wall time, the first and the last by more than their resolution); or a CPU quota that
/// stopped workers who don't exceed it themselves. Cores used alone prove nothing: a lock keeps them low as
/// well, but its waiters sleep and aren't in the run queue. For a workload that waits the first condition
/// always holds. Much steal (over 10 % of the usable cores' time and over 20 ms) is enough by itself: a
/// guest's run queue doesn't show it.
std::optional<std::string> disturbance(const Sample& sample, int workers, double usable_cores);

/// The first disturbance among a block's counted samples (warm-up left out), naming the cell. A sequential
/// cell has one worker whatever its Cell says.
std::optional<std::string> disturbance(const Block& block, const Measurements& run);

}  // namespace gilscope::bench
