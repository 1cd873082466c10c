// What `run` and `sweep` share: everything around the measuring itself.
#pragma once

#include <functional>
#include <stop_token>

#include "cli/options.h"
#include "runs/compare.h"

namespace gilscope::cli {

using Measure = std::function<bench::Report(const std::stop_token&, const runs::ProgressListener&)>;
/// Checks the request, and says how it is measured. What it is given outlives the measuring.
using Prepare =
    std::function<Measure(const runs::Surroundings&, runs::WorkloadCatalog&, const std::stop_token&)>;

/// Prepares, measures, shows and stores. Returns the exit status.
int run_experiment(const RunOptions& options, const Prepare& prepare);

}  // namespace gilscope::cli
