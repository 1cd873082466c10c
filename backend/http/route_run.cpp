// /api/runs/{id}: look at one, rename it, cancel it, delete it, compare it with another.
#include "bench/comparison.h"
#include "http/errors.h"
#include "http/json_body.h"
#include "http/routes.h"
#include "http/run_answers.h"
#include "http/run_description.h"
#include "runs/json_fields.h"
#include "runs/run_name.h"

namespace gilscope::http {

namespace {

Response show(const Call& call, const runs::RunService& service) {
    const auto run = find_run(service, run_id(call));
    call.query.check();
    return run_response(service, run);
}

std::string read_name(const nlohmann::ordered_json& body) {
    if (!body.is_object()) {
        throw runs::InvalidRequest(runs::Problems{{"body", "must be an object"}});
    }
    runs::Problems problems;
    runs::JsonFields fields(body, problems);
    std::string name;
    if (const auto given = fields.text("name")) {
        name = runs::checked_name(*given, problems);
    } else if (!body.contains("name")) {
        problems["name"] = "is required: it is all that can be changed";
    }
    fields.refuse_others();
    if (!problems.empty()) {
        throw runs::InvalidRequest(problems);
    }
    return name;
}

Response rename(const Call& call, runs::RunService& service) {
    const auto& id = run_id(call);
    find_run(service, id);  // 404 comes before what is wrong with the body
    const auto body = read_json(call.request.body);
    call.query.check();
    const auto run = service.rename(id, read_name(body));
    if (!run) {
        throw_no_run();
    }
    return run_response(service, *run);
}

Response cancel(const Call& call, runs::RunService& service) {
    const auto& id = run_id(call);
    find_run(service, id);
    call.query.check();
    const auto run = service.cancel(id);
    if (!run) {
        throw_no_run();
    }
    return run_response(service, *run, 202);
}

Response remove(const Call& call, runs::RunService& service) {
    const auto& id = run_id(call);
    find_run(service, id);
    call.query.check();
    if (!service.remove(id)) {
        throw_no_run();
    }
    Response response;
    response.status = 204;
    return response;
}

/// The other run of a comparison: a wrong `with` is the query's fault, not the path's.
runs::Run find_other(const Call& call, const runs::RunService& service) {
    const auto id = call.query.text("with");
    auto other = id ? service.find(*id) : std::nullopt;
    if (!other) {
        call.query.add_problem("with", id ? "there is no such run" : "is required: the id of another run");
    }
    call.query.check();
    return std::move(*other);
}

Response compare(const Call& call, const runs::RunService& service) {
    const auto a = find_run(service, run_id(call));
    const auto b = find_other(call, service);
    const auto comparison = bench::compare(readable_report(service, a), readable_report(service, b));
    nlohmann::ordered_json answer{{"a", runs::to_json(a)}, {"b", runs::to_json(b)}};
    answer.update(bench::to_json(comparison));
    return json_response(answer);
}

}  // namespace

void add_run_routes(RouteTable& table, runs::RunService& service) {
    const std::string item = "/api/runs/{id}";
    table.add({.method = "GET",
               .pattern = item,
               .handler = [&service](const Call& call) { return show(call, service); },
               .description = show_run_description()});
    table.add({.method = "PATCH",
               .pattern = item,
               .handler = [&service](const Call& call) { return rename(call, service); },
               .takes_json = true,
               .description = rename_run_description()});
    table.add({.method = "DELETE",
               .pattern = item,
               .handler = [&service](const Call& call) { return remove(call, service); },
               .description = remove_run_description()});
    table.add({.method = "POST",
               .pattern = item + "/cancel",
               .handler = [&service](const Call& call) { return cancel(call, service); },
               .description = cancel_run_description()});
    table.add({.method = "GET",
               .pattern = item + "/compare",
               .handler = [&service](const Call& call) { return compare(call, service); },
               .parameters = {"with"},
               .description = compare_runs_description()});
}

}  // namespace gilscope::http
