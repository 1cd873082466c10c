// What every experiment of blocks shares: its turn on the machine, and what its failures mean. Inside this
// room only.
#pragma once

#include <string>
#include <vector>

#include "runs/compare.h"

namespace gilscope::runs {

/// Throws WorkloadFailed for a workload that can't be loaded, else InvalidRequest if there are problems.
void check(const CompareRequest& request, std::map<std::string, std::string> problems);

/// See run_compare(). `workers` are ascending, and known to be allowed.
bench::Report measure(const std::string& experiment, const CompareRequest& request,
                      const std::vector<int>& workers, const Surroundings& surroundings, std::stop_token stop,
                      const ProgressListener& listener);

}  // namespace gilscope::runs
