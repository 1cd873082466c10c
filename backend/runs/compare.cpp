#include "runs/compare.h"

#include <fmt/format.h>

#include <map>

#include "machine/machine_lock.h"
#include "runs/compare_run.h"
#include "runs/errors.h"

namespace gilscope::runs {
namespace {

void check(const CompareRequest& request) {
    std::map<std::string, std::string> problems;
    if (request.workers < 1 || request.workers > max_workers) {
        problems["workers"] = fmt::format("must be from 1 to {}", max_workers);
    }
    if (request.interpreters.empty()) {
        problems["interpreter"] = "at least one is needed";
    }
    if (!request.workload.problem.empty()) {
        throw WorkloadFailed("the workload " + request.workload.name + " can't be loaded",
                             request.workload.problem);
    }
    if (!problems.empty()) {
        throw InvalidRequest(problems);
    }
}

}  // namespace

bench::Report run_compare(const CompareRequest& request, const Surroundings& surroundings,
                          std::stop_token stop, const ProgressListener& listener) {
    check(request);
    try {
        const auto lock = machine::MachineLock::acquire(stop, [&](const std::string& holder) {
            if (listener) {
                RunProgress progress;
                progress.phase = "waiting for " + holder;
                listener(progress);
            }
        });
        return CompareRun(request, surroundings, std::move(stop), listener).run();
    } catch (const machine::MachineLock::Stopped&) {
        bench::Report report;
        report.state = report.stopped_because = "cancelled";
        return report;
    } catch (const engine::WorkloadError& error) {
        throw WorkloadFailed(error.what(), error.traceback());
    }
}

}  // namespace gilscope::runs
