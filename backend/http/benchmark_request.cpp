#include "http/benchmark_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/errors.h"

namespace gilscope::http {

namespace {

constexpr std::array<std::string_view, 2> task_kinds{"cpu", "io"};
constexpr std::array<std::string_view, 3> builds{"gil", "ft", "all"};

/// n or delay_ms; the other task's parameter is a mistake, not a thing to ignore.
std::int64_t read_size(Query& query, bool is_io) {
    const std::string foreign = is_io ? "n" : "delay_ms";
    if (query.has(foreign)) {
        query.add_problem(foreign, fmt::format("belongs to the other task, {}", is_io ? "cpu" : "io"));
    }
    return is_io ? query.integer("delay_ms", 1, 1000, 50) : query.integer("n", 10'000, 5'000'000, 200'000);
}

std::vector<bench::Mode> read_modes(Query& query) {
    const auto given = query.text("modes");
    if (!given) {
        return {bench::all_modes.begin(), bench::all_modes.end()};
    }
    std::vector<bench::Mode> modes;
    std::string_view rest = *given;
    for (bool more = true; more;) {
        const auto comma = rest.find(',');
        const auto mode = bench::mode_named(rest.substr(0, comma));
        if (!mode || std::find(modes.begin(), modes.end(), *mode) != modes.end()) {
            query.add_problem("modes",
                              "must be some of sequential, threads, interpreters, processes, each at most "
                              "once, parted by commas");
            return modes;
        }
        modes.push_back(*mode);
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    return modes;
}

/// Why no engine of that build can be used is said of the field, since another value may do.
void add_newest(std::vector<std::string>& ids, Query& query, const engine::Registry& engines,
                bool free_threaded) {
    try {
        ids.push_back(engines.newest(free_threaded).id);
    } catch (const engine::EngineError& error) {
        query.add_problem("build", error.what());
    }
}

std::vector<std::string> newest_of_each_build(const Services& services) {
    const bool ft_leads = services.default_build == bench::Build::ft;
    std::vector<std::string> ids;
    for (const bool free_threaded : {ft_leads, !ft_leads}) {
        if (services.engines.has(free_threaded)) {
            ids.push_back(services.engines.newest(free_threaded).id);
        }
    }
    return ids;
}

std::vector<std::string> read_interpreters(Query& query, const Services& services) {
    const auto build = query.choice("build", builds, std::string(bench::name_of(services.default_build)));
    if (const auto id = query.text("interpreter")) {
        if (query.has("build")) {
            query.add_problem("build", "can't be given together with interpreter");
        }
        try {
            return {services.engines.usable(*id).id};
        } catch (const engine::EngineError& error) {
            query.add_problem("interpreter", error.what());
            return {};
        }
    }
    if (build == "all") {
        return newest_of_each_build(services);
    }
    // Without an engine at all, the request is right and the installation is not.
    if (!query.has("build")) {
        return {default_engine(services).id};
    }
    std::vector<std::string> ids;
    add_newest(ids, query, services.engines, build == "ft");
    return ids;
}

runs::Workload find_workload(const Services& services, const std::string& name,
                             const engine::Patience& patience) {
    auto workload = services.workloads.find(name, patience);
    if (!workload) {
        throw engine::EngineError(fmt::format("the workload {} is not installed", name));
    }
    if (!workload->problem.empty()) {
        throw runs::WorkloadFailed(fmt::format("the workload {} can't be run", name), workload->problem);
    }
    return std::move(*workload);
}

/// A caller who asks for blocks gets them or the deadline; one who doesn't gets as many as fit, up to what an
/// interval needs.
bench::Budget read_budget(Query& query, std::chrono::nanoseconds limit) {
    constexpr int not_given = 0;
    const auto repeats = static_cast<int>(query.integer("repeats", 1, 20, not_given));
    bench::Budget budget;
    if (repeats != not_given) {
        budget.blocks = repeats;
        return budget;
    }
    budget.max_blocks = bench::min_blocks_for_interval;
    budget.time = limit * 9 / 10;  // the rest is for the last block's spread
    return budget;
}

}  // namespace

const std::vector<std::string>& benchmark_parameters() {
    static const std::vector<std::string> names{"task",  "workers",     "n",     "delay_ms",
                                                "build", "interpreter", "modes", "repeats"};
    return names;
}

BenchmarkRequest read_benchmark_request(Query& query, const Services& services,
                                        std::chrono::nanoseconds limit, const engine::Patience& patience) {
    BenchmarkRequest request;
    request.task = query.choice("task", task_kinds, "cpu");
    request.size = read_size(query, request.is_io());
    auto& run = request.run;
    run.workers = static_cast<int>(query.integer("workers", 1, 64, 4));
    run.budget = read_budget(query, limit);
    run.modes = read_modes(query);
    run.interpreters = read_interpreters(query, services);
    run.deadline = limit;
    query.check();
    if (run.interpreters.empty()) {
        throw engine::EngineError("no interpreter is installed that can be used");
    }
    request.interpreter = run.interpreters.front();
    run.workload = find_workload(services, request.is_io() ? "http_roundtrip" : "count_primes", patience);

    std::map<std::string, std::string> problems;
    run.parameters = runs::complete_parameters(
        run.workload, {{request.is_io() ? "delay_ms" : "n", request.size}}, problems);
    for (const auto& [field, problem] : problems) {
        query.add_problem(field, problem);
    }
    query.check();
    return request;
}

}  // namespace gilscope::http
