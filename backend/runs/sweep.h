// The `sweep` experiment: the chosen modes under the chosen interpreters at several numbers of workers.
#pragma once

#include <stop_token>
#include <vector>

#include "runs/compare.h"

namespace gilscope::runs {

inline constexpr std::size_t max_worker_counts = 64;

struct SweepRequest {
    CompareRequest
        at_each;  ///< its `workers` counts for nothing; `budget.blocks` and `soft_time` are for each number
    std::vector<int> workers;  ///< ascending, none twice
};

/// 1, 2, 4, ... up to twice the usable cores.
std::vector<int> default_worker_counts();

/// Like run_compare(): blocks visit the numbers of workers in random order, with the engines of one of them
/// alive at a time. Throws InvalidRequest{"workers"} also when there isn't enough memory for them, before the
/// first round.
bench::Report run_sweep(const SweepRequest& request, const Surroundings& surroundings, std::stop_token stop,
                        const ProgressListener& listener);

}  // namespace gilscope::runs
