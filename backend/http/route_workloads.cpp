#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

namespace {

constexpr const char* workloads_example = R"({
    "workloads": [
        {"name": "count_primes", "title": "Count the primes below n", "description": "",
         "parameters": [{"name": "n", "default": 200000, "minimum": 10000, "maximum": 5000000, "unit": ""}]}
    ]
})";

}  // namespace

void add_workloads_route(RouteTable& table, const Services& services) {
    const auto handler = [&services](const Call&) {
        auto workloads = nlohmann::ordered_json::array();
        for (const auto& workload : services.workloads.list()) {
            workloads.push_back(runs::to_json(workload));
        }
        return json_response({{"workloads", std::move(workloads)}});
    };
    table.add(
        {.method = "GET",
         .pattern = "/api/workloads",
         .handler = handler,
         .description = {
             .summary = "The workloads that can be run",
             .answers = {{.what = "Shipped ones and those of --workloads; problem says why one can't be run",
                          .example = workloads_example}},
         }});
}

}  // namespace gilscope::http
