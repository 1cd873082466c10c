#include "cli/run_request.h"

#include <fmt/format.h>

#include "runs/choices.h"
#include "runs/errors.h"

namespace gilscope::cli {
namespace {

using runs::Problems;

std::string known_workloads(runs::WorkloadCatalog& catalog, const engine::Patience& patience) {
    std::string names;
    for (const runs::Workload& workload : catalog.list(patience)) {
        names += (names.empty() ? "" : ", ") + workload.name;
    }
    return names;
}

std::optional<runs::Workload> workload_of(const std::string& asked, runs::WorkloadCatalog& catalog,
                                          const engine::Patience& patience, Problems& problems) {
    if (asked.ends_with(".py") || asked.find('/') != std::string::npos) {
        try {
            return catalog.load(asked, patience);
        } catch (const runs::InvalidRequest& error) {
            problems.insert(error.fields().begin(), error.fields().end());
            return std::nullopt;
        }
    }
    auto found = catalog.find(asked, patience);
    if (!found) {
        problems["workload"] =
            fmt::format("there is no workload {}; give a path to a .py file, or one of: {}", asked,
                        known_workloads(catalog, patience));
    }
    return found;
}

nlohmann::ordered_json parameters_of(const std::vector<std::string>& given, Problems& problems) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const std::string& text : given) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            problems["--param " + text] = "must be name=value";
            continue;
        }
        parameters[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return parameters;
}

int workers_of(const std::string& text, Problems& problems) {
    if (text.empty()) {
        return runs::default_workers();
    }
    const auto workers = parse_whole_number(text);
    if (!workers || *workers < 1 || *workers > runs::max_workers) {
        problems["workers"] = fmt::format("must be a whole number from 1 to {}", runs::max_workers);
        return 1;
    }
    return *workers;
}

template <typename Value, typename Parse>
std::optional<Value> optional_of(const std::string& text, const std::string& field,
                                 const std::string& example, Parse parse, Problems& problems) {
    if (text.empty()) {
        return std::nullopt;
    }
    const std::optional<Value> value = parse(text);
    if (!value) {
        problems[field] = fmt::format("{} is not understood; an example is {}", text, example);
    }
    return value;
}

}  // namespace

runs::CompareRequest run_request(const RunOptions& options, const engine::Registry& engines,
                                 runs::WorkloadCatalog& catalog, const std::stop_token& stop) {
    Problems problems;
    runs::CompareRequest request;
    request.deadline =
        optional_of<std::chrono::nanoseconds>(options.deadline, "deadline", "10m", parse_duration, problems)
            .value_or(request.deadline);
    const engine::Patience patience{stop, std::chrono::steady_clock::now() + request.deadline};
    const auto workload = workload_of(options.workload, catalog, patience, problems);
    const auto given = parameters_of(options.parameters, problems);
    if (workload) {
        request.workload = *workload;
        if (workload->problem.empty()) {
            request.parameters = runs::complete_parameters(*workload, given, problems);
        }
    }
    request.workers = workers_of(options.workers, problems);
    request.modes = runs::choose_modes(options.modes, problems);
    request.interpreters =
        runs::choose_interpreters(options.interpreters, options.builds, engines, "interpreter", problems);
    request.pin = options.pin;
    request.budget.time =
        optional_of<std::chrono::nanoseconds>(options.budget, "budget", "20s", parse_duration, problems);
    request.budget.blocks = optional_of<int>(options.blocks, "blocks", "6", parse_whole_number, problems);
    if (request.budget.blocks && (*request.budget.blocks < 1 || *request.budget.blocks > 1000)) {
        problems["blocks"] = "must be from 1 to 1000";
    }
    request.memory_limit_bytes =
        optional_of<std::int64_t>(options.memory_limit, "memory-limit", "2G", parse_size, problems)
            .value_or(0);
    if (request.memory_limit_bytes > 0 && request.memory_limit_bytes < least_memory_limit) {
        problems["memory-limit"] =
            fmt::format("must be at least {}M: no engine needs less", least_memory_limit >> 20);
    }
    if (!problems.empty()) {
        throw runs::InvalidRequest(problems);
    }
    return request;
}

}  // namespace gilscope::cli
