#include "runs/measure.h"

#include "machine/machine_lock.h"
#include "runs/compare_run.h"
#include "runs/errors.h"

namespace gilscope::runs {

void check(const CompareRequest& request, std::map<std::string, std::string> problems) {
    if (request.interpreters.empty()) {
        problems["interpreter"] = "at least one is needed";
    }
    if (!request.workload.problem.empty()) {
        throw WorkloadFailed("the workload " + request.workload.name + " can't be loaded",
                             request.workload.problem);
    }
    if (!problems.empty()) {
        throw InvalidRequest(std::move(problems));
    }
}

bench::Report measure(const std::string& experiment, const CompareRequest& request,
                      const std::vector<int>& workers, const Surroundings& surroundings, std::stop_token stop,
                      const ProgressListener& listener) {
    try {
        const auto lock = machine::MachineLock::acquire(stop, [&](const std::string& holder) {
            if (listener) {
                RunProgress progress;
                progress.phase = "waiting for " + holder;
                listener(progress);
            }
        });
        return CompareRun(experiment, request, workers, surroundings, std::move(stop), listener).run();
    } catch (const machine::MachineLock::Stopped&) {
        bench::Report report;
        report.experiment = experiment;
        report.state = report.stopped_because = "cancelled";
        return report;
    } catch (const engine::WorkloadError& error) {
        throw WorkloadFailed(error.what(), error.traceback());
    }
}

}  // namespace gilscope::runs
