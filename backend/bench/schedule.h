// In which order a run visits its numbers of workers, and when each of them has been measured enough. Pure:
// the caller gives it times and random numbers.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench/plan.h"

namespace gilscope::bench {

/// One block after the other: every W once in random order, then again those that need more. With a single W
/// it is next_step() alone. Not thread-safe.
class Schedule {
  public:
    /// Limits of `budget`: `blocks` and `soft_time` are meant for each W, `time` for the whole run.
    Schedule(const std::vector<int>& workers, const Budget& budget);

    /// The W of the next block, or nothing when no W needs one that still fits. The first block of the first
    /// W is always measured.
    std::optional<int> next(std::chrono::nanoseconds elapsed, std::mt19937_64& random);

    /// What is known of a W at the end of one of its blocks.
    struct BlockEnd {
        int workers = 1;
        int counted_blocks = 0;  ///< of this W, as the next one
        int disturbed_blocks = 0;
        bool converged = false;  ///< every interval is narrow enough
        std::chrono::nanoseconds took{};
    };
    void note(const BlockEnd& end, std::chrono::nanoseconds elapsed);

    /// "converged" if all are; else "too_disturbed" or "budget_used", whichever any of them was stopped by.
    std::string stopped_because() const;
    /// Blocks in all, those done included, if none is disturbed from now on.
    int blocks_expected() const;
    /// An estimate; 0 when there is none yet.
    std::chrono::nanoseconds remaining(std::chrono::nanoseconds elapsed) const;

  private:
    struct State {
        BlockEnd last;
        std::chrono::nanoseconds spent{};
        std::chrono::nanoseconds longest{};
        Next next = Next::another_block;
    };

    int wanted_blocks() const;
    std::chrono::nanoseconds expected_length(int workers) const;
    bool still_fits(int workers, std::chrono::nanoseconds elapsed) const;
    void begin_pass(std::mt19937_64& random);

    Budget budget_;
    std::map<int, State> states_;
    std::vector<int> pass_;  // what is left of it, the next one last
};

}  // namespace gilscope::bench
