#include <iostream>

#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/run_request.h"
#include "runs/errors.h"
#include "runs/sweep.h"
#include "runs/worker_counts.h"

namespace gilscope::cli {
namespace {

/// Every problem at once: those of the numbers of workers beside those of everything else.
runs::SweepRequest sweep_request(const RunOptions& options, const engine::Registry& engines,
                                 runs::WorkloadCatalog& catalog, const std::stop_token& stop) {
    const runs::WorkerCounts counts = options.workers.empty() ? runs::in_order(runs::default_worker_counts())
                                                              : runs::worker_counts_from(options.workers);
    std::map<std::string, std::string> problems;
    if (!counts.problem.empty()) {
        problems["workers"] = counts.problem;
    }
    runs::SweepRequest request;
    request.workers = counts.counts;
    RunOptions at_each = options;
    at_each.workers.clear();
    try {
        request.at_each = run_request(at_each, engines, catalog, stop);
    } catch (const runs::InvalidRequest& error) {
        problems.insert(error.fields().begin(), error.fields().end());
    }
    if (!problems.empty()) {
        throw runs::InvalidRequest(problems);
    }
    if (!counts.remark.empty()) {
        std::cerr << "gilscope: " << counts.remark << '\n';
    }
    return request;
}

}  // namespace

int sweep_command(const RunOptions& options) {
    if (options.workload.empty()) {
        throw runs::InvalidRequest(
            {{"workload",
              std::string("is required: a name, or a path to a .py file; or collect or render")}});
    }
    return run_experiment(
        options,
        [&](const runs::Surroundings& surroundings, runs::WorkloadCatalog& catalog,
            const std::stop_token& stop) -> Measure {
            return [&surroundings, request = sweep_request(options, surroundings.engines, catalog, stop)](
                       const std::stop_token& stopped, const runs::ProgressListener& listener) {
                return runs::run_sweep(request, surroundings, stopped, listener);
            };
        });
}

}  // namespace gilscope::cli
