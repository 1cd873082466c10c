#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/run_request.h"

namespace gilscope::cli {

int run_command(const RunOptions& options) {
    return run_experiment(
        options,
        [&](const runs::Surroundings& surroundings, runs::WorkloadCatalog& catalog,
            const std::stop_token& stop) -> Measure {
            return [&surroundings, request = run_request(options, surroundings.engines, catalog, stop)](
                       const std::stop_token& stopped, const runs::ProgressListener& listener) {
                return runs::run_compare(request, surroundings, stopped, listener);
            };
        });
}

}  // namespace gilscope::cli
