// From the text of the command line to a request, all problems found at once.
#pragma once

#include <stop_token>

#include "cli/options.h"
#include "runs/compare.h"

namespace gilscope::cli {

/// Throws runs::InvalidRequest with every bad field; engine::Cancelled or DeadlineExceeded while it reads the
/// workload.
runs::CompareRequest run_request(const RunOptions& options, const engine::Registry& engines,
                                 runs::WorkloadCatalog& catalog, const std::stop_token& stop);

}  // namespace gilscope::cli
