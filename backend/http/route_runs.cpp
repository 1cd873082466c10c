// /api/runs: a new one, and the list of those that there are.
#include <fmt/format.h>

#include <array>

#include "http/errors.h"
#include "http/json_body.h"
#include "http/routes.h"
#include "http/run_answers.h"
#include "http/run_description.h"
#include "http/workload_reading.h"
#include "runs/order.h"
#include "storage/identifier.h"

namespace gilscope::http {

namespace {

constexpr std::int64_t usual_page = 100;
constexpr std::int64_t largest_page = 1000;
constexpr std::array<std::string_view, 5> states{"queued", "running", "done", "failed", "cancelled"};

Response accept_run(const Call& call, const Services& services, runs::RunService& service) {
    const auto body = read_json(call.request.body);
    call.query.check();
    const runs::Surroundings surroundings{services.engines, services.spawner, services.upstream};
    auto order = read_workloads(call, [&](const engine::Patience& patience) {
        return runs::read_order(body, services.workloads, surroundings, patience);
    });
    return new_run_response(service, service.accept(std::move(order)), 202);
}

runs::RunStore::Selection read_selection(Query& query) {
    runs::RunStore::Selection selection;
    selection.limit = static_cast<std::size_t>(query.integer("limit", 1, largest_page, usual_page));
    selection.before = query.text("cursor").value_or("");
    if (query.has("cursor") && !storage::is_identifier(selection.before)) {
        query.add_problem("cursor", "must be the id of a run");
    }
    if (query.has("state")) {
        selection.state = runs::state_named(query.choice("state", states, ""));
    }
    query.check();
    return selection;
}

std::string link_to_next(const runs::RunStore::Selection& selection, const std::string& last_id) {
    const auto state =
        selection.state ? fmt::format("&state={}", runs::name_of(*selection.state)) : std::string();
    return fmt::format("</api/runs?limit={}&cursor={}{}>; rel=\"next\"", selection.limit, last_id, state);
}

Response list_runs(const Call& call, const runs::RunService& service) {
    const auto selection = read_selection(call.query);
    const auto page = service.list(selection);
    auto list = nlohmann::ordered_json::array();
    for (const auto& run : page.runs) {
        list.push_back(runs::to_json(run));
    }
    auto response = json_response({{"runs", std::move(list)}});
    if (page.has_more) {
        response.headers.add("Link", link_to_next(selection, page.runs.back().id));
    }
    return response;
}

}  // namespace

void add_runs_routes(RouteTable& table, const Services& services, runs::RunService& service) {
    table.add(
        {.method = "POST",
         .pattern = "/api/runs",
         .handler = [&services, &service](const Call& call) { return accept_run(call, services, service); },
         .takes_json = true,
         .description = accept_run_description()});
    table.add({.method = "GET",
               .pattern = "/api/runs",
               .handler = [&service](const Call& call) { return list_runs(call, service); },
               .parameters = {"limit", "cursor", "state"},
               .description = list_runs_description()});
    add_run_routes(table, service);
    add_run_events_route(table, service);
    add_run_chart_route(table, service);
    add_run_exchange_routes(table, service);
}

}  // namespace gilscope::http
