#include "laboratory.h"

#include <fmt/format.h>

#include <stdexcept>

namespace gilscope::laboratory {
namespace {

std::filesystem::path beside_program(const std::string& name) {
    return engine::Registry::default_directory().parent_path() / name;
}

engine::Registry twins() {
    const auto engines = engine::Registry::discover(engine::Registry::default_directory());
    engine::InstalledEngine first = engines.newest(false);
    engine::InstalledEngine second = first;
    second.id = first.id + "-twin";
    return engine::Registry({first, second});
}

}  // namespace

Laboratory::Laboratory() : Laboratory(engine::Registry::discover(engine::Registry::default_directory())) {}

Laboratory::Laboratory(engine::Registry engines)
    : engines_(std::move(engines)),
      catalog_({beside_program("workloads")}, engine::Inspector(engines_, spawner_)) {}

Laboratory Laboratory::with_twins() {
    return Laboratory(twins());
}

runs::CompareRequest Laboratory::request_for(const runs::Workload& workload,
                                             const nlohmann::ordered_json& parameters, int workers,
                                             std::vector<bench::Mode> modes) {
    std::map<std::string, std::string> problems;
    runs::CompareRequest request;
    request.workload = workload;
    request.parameters = runs::complete_parameters(workload, parameters, problems);
    if (!problems.empty()) {
        throw runs::InvalidRequest(problems);
    }
    request.workers = workers;
    request.modes = std::move(modes);
    for (const auto& engine : engines_.engines()) {
        request.interpreters.push_back(engine.id);
    }
    return request;
}

runs::CompareRequest Laboratory::request(const std::string& workload,
                                         const nlohmann::ordered_json& parameters, int workers,
                                         std::vector<bench::Mode> modes,
                                         std::vector<std::string> interpreters) {
    const auto found = catalog_.find(workload);
    if (!found) {
        throw std::runtime_error("there is no workload " + workload);
    }
    runs::CompareRequest request = request_for(*found, parameters, workers, std::move(modes));
    if (!interpreters.empty()) {
        request.interpreters = std::move(interpreters);
    }
    return request;
}

runs::CompareRequest Laboratory::request_file(const std::filesystem::path& file, int workers,
                                              std::vector<bench::Mode> modes) {
    return request_for(catalog_.load(file), nlohmann::ordered_json::object(), workers, std::move(modes));
}

bench::Report Laboratory::run(const runs::CompareRequest& request) {
    return run_compare(request, {engines_, spawner_, upstream_.address()}, {}, {});
}

bench::Report Laboratory::run(const runs::SweepRequest& request, const runs::ProgressListener& listener) {
    return run_sweep(request, {engines_, spawner_, upstream_.address()}, {}, listener);
}

const bench::CellSummary& cell_of(const bench::Report& report, bench::Build build, bench::Mode mode) {
    for (const bench::CellSummary& cell : report.cells) {
        if (cell.facts.cell.build == build && cell.facts.cell.mode == mode && cell.time_ms) {
            return cell;
        }
    }
    throw std::runtime_error(fmt::format("no figures for {} {}: {}", bench::name_of(build),
                                         bench::name_of(mode), report.stopped_because));
}

std::string text_of(const bench::Estimate& estimate) {
    return fmt::format("{:.3f} [{:.3f}-{:.3f}]", estimate.value, estimate.low.value_or(0),
                       estimate.high.value_or(0));
}

void print_goal(const std::string& name, const std::string& text, bool reached) {
    fmt::print("{}: {}: {}\n", name, text, reached ? "ok" : "MISSED");
}

}  // namespace gilscope::laboratory
