#include "runs/order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runs/errors.h"
#include "runs/run_name.h"
#include "runs/sweep.h"
#include "runs/worker_counts.h"
#include "text/text.h"

namespace gilscope::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr double most_budget_s = 3600;
constexpr std::int64_t most_blocks = 1000;

std::string known_workloads(WorkloadCatalog& catalog, const engine::Patience& patience) {
    std::string names;
    for (const Workload& workload : catalog.list(patience)) {
        names += (names.empty() ? "" : ", ") + workload.name;
    }
    return names;
}

/// A file that can't be loaded is known to fail: better now, at its field, than as a failed run.
void read_workload(JsonFields& fields, WorkloadCatalog& catalog, const engine::Patience& patience,
                   CompareRequest& request) {
    const bool given = fields.any("workload") != nullptr;
    const auto name = fields.text("workload");
    const auto parameters = fields.object("parameters");
    if (!name) {
        if (!given) {
            add_problem(fields.problems(), "workload", "is required: the name of a workload");
        }
        return;
    }
    auto found = catalog.find(*name, patience);
    if (!found) {
        add_problem(
            fields.problems(), "workload",
            fmt::format("there is none of this name; known are {}", known_workloads(catalog, patience)));
        return;
    }
    if (!found->problem.empty()) {
        add_problem(fields.problems(), "workload", "can't be run: " + found->problem);
        return;
    }
    request.workload = std::move(*found);
    Problems problems;
    request.parameters = complete_parameters(request.workload, parameters, problems);
    for (const auto& [field, problem] : problems) {
        add_problem(fields.problems(), "parameters." + field, problem);
    }
}

std::vector<std::string> builds_of(const std::vector<std::string>& ids, const engine::Registry& engines) {
    std::vector<std::string> builds;
    for (const bench::Build build : {bench::Build::gil, bench::Build::ft}) {
        const bool taken = std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
            return engines.usable(id).free_threaded == (build == bench::Build::ft);
        });
        if (taken) {
            builds.emplace_back(bench::name_of(build));
        }
    }
    return builds;
}

/// Builds stand for their newest interpreters. Beside exact interpreters they may only repeat what those are,
/// as a complete request does.
std::vector<std::string> read_interpreters(JsonFields& fields, const engine::Registry& engines) {
    const auto ids = fields.texts("interpreters");
    auto builds = fields.texts("builds");
    if (ids.empty()) {
        return choose_interpreters({}, builds, engines, "interpreters", fields.problems());
    }
    auto chosen = choose_interpreters(ids, {}, engines, "interpreters", fields.problems());
    auto theirs = builds_of(chosen, engines);
    std::sort(builds.begin(), builds.end());
    std::sort(theirs.begin(), theirs.end());
    if (!builds.empty() && builds != theirs) {
        add_problem(fields.problems(), "builds", "must be those of the interpreters, or left out");
    }
    return chosen;
}

bench::Budget read_budget(JsonFields& fields) {
    bench::Budget budget;
    if (const auto seconds = fields.positive_or_null("budget_s", most_budget_s)) {
        budget.time = std::chrono::nanoseconds(std::llround(*seconds * 1e9));
    }
    if (const auto blocks = fields.integer_or_null("blocks", 1, most_blocks)) {
        budget.blocks = static_cast<int>(*blocks);
    }
    return budget;
}

Order read_compare(JsonFields& fields, WorkloadCatalog& catalog, const Surroundings& surroundings,
                   const engine::Patience& patience) {
    CompareRequest request = read_common(fields, catalog, surroundings.engines, patience);
    request.workers = static_cast<int>(fields.integer("workers", 1, max_workers).value_or(default_workers()));
    Order order;
    order.experiment = "compare";
    order.name = usual_name(request.workload.name, request.workers);
    order.request = complete_request(order.experiment, request, request.workers, surroundings.engines);
    order.measure = [request = std::move(request), surroundings](const std::stop_token& stop,
                                                                 const ProgressListener& listener) {
        return run_compare(request, surroundings, stop, listener);
    };
    return order;
}

/// Put in order, as on the command line.
std::vector<int> read_worker_counts(JsonFields& fields) {
    const Json* given = fields.any("workers");
    if (given == nullptr) {
        return default_worker_counts();
    }
    std::vector<int> counts;
    counts.reserve(given->size());
    for (const Json& value : given->is_array() ? *given : Json::array()) {
        const bool is_possible = value.is_number_integer() && value >= 1 && value <= max_workers;
        counts.push_back(is_possible ? value.get<int>() : 0);  // which isn't allowed either
    }
    auto ordered = in_order(counts);
    if (!ordered.problem.empty()) {
        add_problem(fields.problems(), "workers", ordered.problem);
    }
    return std::move(ordered.counts);
}

Order read_sweep(JsonFields& fields, WorkloadCatalog& catalog, const Surroundings& surroundings,
                 const engine::Patience& patience) {
    SweepRequest request{read_common(fields, catalog, surroundings.engines, patience),
                         read_worker_counts(fields)};
    Order order;
    order.experiment = "sweep";
    if (!request.workers.empty()) {
        order.name = usual_name(request.at_each.workload.name, request.workers);
    }
    order.request =
        complete_request(order.experiment, request.at_each, request.workers, surroundings.engines);
    order.measure = [request = std::move(request), surroundings](const std::stop_token& stop,
                                                                 const ProgressListener& listener) {
        return run_sweep(request, surroundings, stop, listener);
    };
    return order;
}

Order read_experiment(JsonFields& fields, WorkloadCatalog& catalog, const Surroundings& surroundings,
                      const engine::Patience& patience) {
    const auto experiment = fields.text("experiment").value_or("");
    if (experiment == "sweep") {
        return read_sweep(fields, catalog, surroundings, patience);
    }
    if (experiment != "compare" && !fields.problems().contains("experiment")) {
        add_problem(fields.problems(), "experiment", "must be compare or sweep");
    }
    return read_compare(fields, catalog, surroundings, patience);
}

}  // namespace

CompareRequest read_common(JsonFields& fields, WorkloadCatalog& catalog, const engine::Registry& engines,
                           const engine::Patience& patience) {
    CompareRequest request;
    read_workload(fields, catalog, patience, request);
    request.modes = choose_modes(fields.texts("modes"), fields.problems());
    request.interpreters = read_interpreters(fields, engines);
    request.budget = read_budget(fields);
    request.pin = fields.flag("pin").value_or(true);
    return request;
}

std::string usual_name(const std::string& workload, const Json& workers) {
    if (workers.is_array() && workers.size() > 1) {
        return fmt::format("{}, {} to {} workers", workload, workers.front().get<int>(),
                           workers.back().get<int>());
    }
    const int count = workers.is_array() ? workers.at(0).get<int>() : workers.get<int>();
    return workload + ", " + text::counted(count, "worker");
}

Json complete_request(const std::string& experiment, const CompareRequest& request, const Json& workers,
                      const engine::Registry& engines) {
    Json modes = Json::array();
    for (const bench::Mode mode : request.modes) {
        modes.push_back(bench::name_of(mode));
    }
    const bench::Budget& budget = request.budget;
    return {
        {"experiment", experiment},
        {"workload", request.workload.name},
        {"parameters", request.parameters},
        {"workers", workers},
        {"modes", modes},
        {"builds", builds_of(request.interpreters, engines)},
        {"interpreters", request.interpreters},
        {"budget_s", budget.time ? Json(std::chrono::duration<double>(*budget.time).count()) : Json(nullptr)},
        {"blocks", budget.blocks ? Json(*budget.blocks) : Json(nullptr)},
        {"pin", request.pin},
    };
}

Order read_order(const Json& body, WorkloadCatalog& catalog, const Surroundings& surroundings,
                 const engine::Patience& patience) {
    if (!body.is_object()) {
        throw InvalidRequest(Problems{{"body", "must be an object"}});
    }
    Problems problems;
    JsonFields fields(body, problems);
    Order order = read_experiment(fields, catalog, surroundings, patience);
    if (const auto name = fields.text("name")) {
        order.name = checked_name(*name, problems);
    }
    fields.refuse_others();
    if (!problems.empty()) {
        throw InvalidRequest(problems);
    }
    return order;
}

}  // namespace gilscope::runs
