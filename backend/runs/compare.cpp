#include "runs/compare.h"

#include <fmt/format.h>

#include <map>

#include "runs/measure.h"

namespace gilscope::runs {

bench::Report run_compare(const CompareRequest& request, const Surroundings& surroundings,
                          std::stop_token stop, const ProgressListener& listener) {
    std::map<std::string, std::string> problems;
    if (request.workers < 1 || request.workers > max_workers) {
        problems["workers"] = fmt::format("must be from 1 to {}", max_workers);
    }
    check(request, std::move(problems));
    return measure("compare", request, {request.workers}, surroundings, std::move(stop), listener);
}

}  // namespace gilscope::runs
