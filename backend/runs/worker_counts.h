// The numbers of workers of a sweep, as they are asked for. Pure.
#pragma once

#include <string>
#include <vector>

namespace gilscope::runs {

struct WorkerCounts {
    std::vector<int> counts;  ///< ascending, none twice
    std::string problem;      ///< what is wrong with the request, or empty
    std::string remark;       ///< that they were put in order, or empty
};

/// Checks and sorts.
WorkerCounts in_order(const std::vector<int>& counts);
/// "1,2,4" or "1..32", also mixed: "1..4,8".
WorkerCounts worker_counts_from(const std::string& text);

}  // namespace gilscope::runs
