// GET /api/runs/{id}/events: how a run goes on, as it happens.
#include "http/event_stream.h"
#include "http/routes.h"
#include "http/run_answers.h"
#include "http/run_description.h"

namespace gilscope::http {

namespace {

/// 204 tells a browser that it needn't ask again.
Response nothing_will_come() {
    Response response;
    response.status = 204;
    return response;
}

Response watch(const Call& call, const runs::RunService& service) {
    const auto run = find_run(service, run_id(call));
    call.query.check();
    auto begin = service.watch(run.id, last_event_id(call.request));
    if (!begin) {
        return nothing_will_come();
    }
    return event_stream_response(
        {.log = std::move(begin->log), .after = begin->after, .first = std::move(begin->first)});
}

}  // namespace

void add_run_events_route(RouteTable& table, const runs::RunService& service) {
    table.add({.method = "GET",
               .pattern = "/api/runs/{id}/events",
               .handler = [&service](const Call& call) { return watch(call, service); },
               .allows_head = false,
               .description = watch_run_description()});
}

}  // namespace gilscope::http
