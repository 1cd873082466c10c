// GET /api/benchmark: from a report to the answer's JSON. Pure.
#pragma once

#include <nlohmann/json.hpp>

#include "bench/report.h"
#include "http/benchmark_request.h"

namespace gilscope::http {

/// The answer in the contract's order of keys; also what was measured when the deadline came first.
nlohmann::ordered_json benchmark_answer(const BenchmarkRequest& request, const bench::Report& report);

}  // namespace gilscope::http
