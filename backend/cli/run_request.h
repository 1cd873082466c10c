// From the text of the command line to a request, all problems found at once.
#pragma once

#include "cli/options.h"
#include "runs/compare.h"

namespace gilscope::cli {

/// Throws runs::InvalidRequest with every bad field.
runs::CompareRequest run_request(const RunOptions& options, const engine::Registry& engines,
                                 runs::WorkloadCatalog& catalog);

}  // namespace gilscope::cli
