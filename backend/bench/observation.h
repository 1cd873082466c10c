// Which cells a probe watches at the end of a block, and for how long. Pure: the caller has the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "bench/measurements.h"

namespace gilscope::bench {

/// Observed rounds take no larger share of a run.
inline constexpr double observed_share = 0.08;

/// What observed rounds may still take after so much of the run, so much of it having been theirs.
nanoseconds time_to_observe(nanoseconds elapsed, nanoseconds observed);

/// One observed round.
struct Observation {
    std::size_t cell = 0;    ///< index in Measurements::cells
    std::int64_t calls = 1;  ///< of each worker
};

/// The cells of `block`, whose timed rounds are over, that the probe has seen least of so far, each with
/// enough calls for some ten samples, and no more than fit into `allowed`. The time that is left over is
/// saved for the next block, so that a cell with long calls has its turn.
std::vector<Observation> observations(const Measurements& run, const Block& block, nanoseconds allowed);

}  // namespace gilscope::bench
