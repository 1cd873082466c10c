#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

void add_workloads_route(RouteTable& table, const Services& services) {
    const auto handler = [&services](const Call&) {
        auto workloads = nlohmann::ordered_json::array();
        for (const auto& workload : services.workloads.list()) {
            workloads.push_back(runs::to_json(workload));
        }
        return json_response({{"workloads", std::move(workloads)}});
    };
    table.add({.method = "GET", .pattern = "/api/workloads", .handler = handler});
}

}  // namespace gilscope::http
