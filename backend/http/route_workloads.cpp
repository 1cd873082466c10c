#include "http/errors.h"
#include "http/routes.h"
#include "http/workload_reading.h"

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
    const auto handler = [&services](const Call& call) {
        auto workloads = nlohmann::ordered_json::array();
        const auto known = read_workloads(
            call, [&](const engine::Patience& patience) { return services.workloads.list(patience); });
        for (const auto& workload : known) {
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
