// What the probe saw of a cell: how late the system wakes a thread that asks for it, and how long that thread
// then waits for its interpreter.
#pragma once

#include <optional>
#include <vector>

#include "bench/measurements.h"

namespace gilscope::bench {

/// By nearest rank: the smallest value that so many percent of all are not above. Of fewer than 100 values,
/// p99 is the largest.
struct Percentiles {
    double p50 = 0;
    double p95 = 0;
    double p99 = 0;
    double max = 0;

    bool operator==(const Percentiles&) const = default;
};

/// Nothing without a value.
std::optional<Percentiles> percentiles_of(std::vector<double> values);

/// Of one cell, over its counted blocks. Rounds in which the workers themselves were kept off their CPUs are
/// left out: with neighbours the holder of the lock is preempted, and the probe would measure them.
struct SchedulingDelay {
    std::optional<Percentiles> wake_late_us;  ///< nothing unless valid, as the next one
    std::optional<Percentiles> lock_wait_us;  ///< time to attach, less the probe's own in the run queue
    bool waits_for_lock = true;  ///< the GIL was on; else an attach waits for stop-the-world pauses only
    int samples = 0;             ///< that the percentiles come from; if not valid, all that were taken
    double interval_ms = 0;      ///< between two wakings, if the wait is shorter
    bool valid = false;          ///< at most half of the samples had to be left out

    bool operator==(const SchedulingDelay&) const = default;
};

/// "lock_wait_us" or "pause_wait_us": what the wait is called in files and answers.
inline const char* lock_wait_name(const SchedulingDelay& delay) {
    return delay.waits_for_lock ? "lock_wait_us" : "pause_wait_us";
}

/// More run-queue delay than this share of their time (of one's, where threads share a GIL and run in turn),
/// and the workers of an observed round were disturbed.
inline constexpr double disturbed_spinners = 0.05;

/// Nothing if the cell was never observed.
std::optional<SchedulingDelay> scheduling_delay(const Measurements& run, std::size_t cell);

}  // namespace gilscope::bench
