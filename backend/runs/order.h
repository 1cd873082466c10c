// What a client asks to be measured: from the JSON of POST /api/runs to something that can be executed.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>

#include "bench/report.h"
#include "engine/patience.h"
#include "runs/compare.h"
#include "runs/json_fields.h"

namespace gilscope::runs {

struct Order {
    std::string experiment;          ///< "compare", ...
    std::string name;                ///< the client's, or "count_primes, 2 workers"
    nlohmann::ordered_json request;  ///< complete: posted again, it asks for the same
    /// Measures; see run_compare() for what it returns and throws. May be called once, from any thread.
    std::function<bench::Report(const std::stop_token&, const ProgressListener&)> measure;
};

/// Throws InvalidRequest with every bad field ("parameters.n" for a parameter), engine::EngineError if the
/// installation can't run anything, engine::Cancelled or DeadlineExceeded while it reads the workload. The
/// order keeps references to what `surroundings` refers to.
Order read_order(const nlohmann::ordered_json& body, WorkloadCatalog& catalog,
                 const Surroundings& surroundings, const engine::Patience& patience = {});

/// The part that all experiments share, everything but `workers`: workload, parameters, modes, interpreters,
/// budget, pin.
CompareRequest read_common(JsonFields& fields, WorkloadCatalog& catalog, const engine::Registry& engines,
                           const engine::Patience& patience);

/// "count_primes, 2 workers", or "count_primes, 1 to 4 workers" for a list of them, ascending and not empty.
std::string usual_name(const std::string& workload, const nlohmann::ordered_json& workers);

/// `Order::request` of an experiment; `workers` as the client writes it.
nlohmann::ordered_json complete_request(const std::string& experiment, const CompareRequest& request,
                                        const nlohmann::ordered_json& workers,
                                        const engine::Registry& engines);

}  // namespace gilscope::runs
