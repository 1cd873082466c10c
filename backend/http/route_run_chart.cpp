// GET /api/runs/{id}/chart.svg: a run as a picture.
#include "chart/chart.h"
#include "http/routes.h"
#include "http/run_answers.h"
#include "http/run_description.h"

namespace gilscope::http {

namespace {

Response draw(const Call& call, const runs::RunService& service) {
    const auto run = find_run(service, run_id(call));
    const auto name = call.query.text("kind").value_or("speedup");
    const auto kind = chart::kind_named(name);
    if (!kind) {
        call.query.add_problem("kind", "must be one of speedup, time, efficiency");
    }
    call.query.check();
    Response response;
    response.headers.add("Content-Type", "image/svg+xml; charset=utf-8");
    response.body = chart::svg(readable_report(service, run), *kind);
    return response;
}

}  // namespace

void add_run_chart_route(RouteTable& table, const runs::RunService& service) {
    table.add({.method = "GET",
               .pattern = "/api/runs/{id}/chart.svg",
               .handler = [&service](const Call& call) { return draw(call, service); },
               .parameters = {"kind"},
               .description = draw_run_description()});
}

}  // namespace gilscope::http
