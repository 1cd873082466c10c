// GET /api/benchmark: from its query to what is to be run. Pure but for the catalog, which may read a
// workload's file.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "engine/patience.h"
#include "http/query.h"
#include "http/routes.h"
#include "runs/compare.h"

namespace gilscope::http {

/// Names of its parameters.
const std::vector<std::string>& benchmark_parameters();

struct BenchmarkRequest {
    std::string task;         ///< "cpu" or "io"
    std::int64_t size = 0;    ///< n, or delay_ms
    std::string interpreter;  ///< whose figures lead: that of the default build if it takes part
    runs::CompareRequest run;

    bool is_io() const { return task == "io"; }
};

/// Throws runs::InvalidRequest with every bad field at once, engine::Cancelled when the caller goes while the
/// workload is read.
BenchmarkRequest read_benchmark_request(Query& query, const Services& services,
                                        std::chrono::nanoseconds limit,
                                        const engine::Patience& patience = {});

}  // namespace gilscope::http
