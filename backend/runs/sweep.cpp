#include "runs/sweep.h"

#include <algorithm>
#include <map>

#include "machine/machine.h"
#include "runs/measure.h"
#include "runs/worker_counts.h"

namespace gilscope::runs {

std::vector<int> default_worker_counts() {
    const double most = std::min<double>(max_workers, 2 * machine::usable_cores().count);
    std::vector<int> counts{1};
    while (2 * counts.back() <= most) {
        counts.push_back(2 * counts.back());
    }
    return counts.size() > 1 ? counts : std::vector{1, 2};
}

bench::Report run_sweep(const SweepRequest& request, const Surroundings& surroundings, std::stop_token stop,
                        const ProgressListener& listener) {
    std::map<std::string, std::string> problems;
    WorkerCounts counts = in_order(request.workers);
    if (!counts.problem.empty()) {
        problems["workers"] = counts.problem;
    }
    check(request.at_each, std::move(problems));
    return measure("sweep", request.at_each, counts.counts, surroundings, std::move(stop), listener);
}

}  // namespace gilscope::runs
