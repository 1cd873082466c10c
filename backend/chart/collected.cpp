#include "chart/collected.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "bench/json_reading.h"
#include "text/text.h"

namespace gilscope::chart {
namespace {

using bench::BadReport;
using bench::Json;
using bench::Part;

constexpr std::size_t most_points = 1000;
constexpr int most_workers = 4096;
constexpr double longest_ms = 1e9;

/// Nothing for null; a missing mode is none either.
void read_time(const Part& point, bench::Mode mode, Collected::AtWorkers& at) {
    const std::string name(bench::name_of(mode));
    const auto part = point.find(name.c_str());
    if (!part) {
        return;
    }
    const double time = part->number();
    if (!(time > 0 && time <= longest_ms)) {  // so written that NaN is refused as well
        part->must_be("a time in milliseconds");
    }
    at.times_ms[mode] = time;
}

Collected::AtWorkers read_point(const Part& point) {
    Collected::AtWorkers at;
    at.workers = static_cast<int>(point.at("workers").whole(1, most_workers));
    for (const bench::Mode mode : bench::all_modes) {
        read_time(point, mode, at);
    }
    if (at.times_ms.count(bench::Mode::sequential) == 0) {
        throw BadReport(point.place() + ".sequential is missing");
    }
    return at;
}

bench::CellSummary cell_of(const Collected& collected, const Collected::AtWorkers& at, bench::Mode mode,
                           double time_ms) {
    bench::CellSummary cell;
    cell.facts.cell = {collected.python, collected.gil_enabled ? bench::Build::gil : bench::Build::ft, mode,
                       at.workers};
    cell.gil_enabled = collected.gil_enabled;
    cell.time_ms = bench::Estimate{time_ms, std::nullopt, std::nullopt};
    cell.speedup =
        bench::Estimate{at.times_ms.at(bench::Mode::sequential) / time_ms, std::nullopt, std::nullopt};
    return cell;
}

}  // namespace

std::string size_name(const std::string& task) {
    return task == "io" ? "delay_ms" : "n";
}

Json to_json(const Collected& collected) {
    Json points = Json::array();
    for (const Collected::AtWorkers& at : collected.points) {
        Json point{{"workers", at.workers}};
        for (const bench::Mode mode : bench::all_modes) {
            const auto time = at.times_ms.find(mode);
            point[std::string(bench::name_of(mode))] =
                time == at.times_ms.end() ? Json(nullptr) : Json(time->second);
        }
        points.push_back(std::move(point));
    }
    return {{"python", collected.python},
            {"gil_enabled", collected.gil_enabled},
            {"task", collected.task},
            {size_name(collected.task), collected.size},
            {"points", std::move(points)}};
}

Collected collected_from(const Json& json) {
    const Part top(json);
    Collected collected;
    collected.python = top.at("python").text();
    collected.gil_enabled = top.at("gil_enabled").flag();
    collected.task = top.at("task").text();
    if (collected.task != "cpu" && collected.task != "io") {
        top.at("task").must_be("cpu or io");
    }
    collected.size = top.at(size_name(collected.task).c_str()).whole(1, 1'000'000'000);
    std::set<int> workers;
    for (const Part& point : top.at("points").items(most_points)) {
        collected.points.push_back(read_point(point));
        if (!workers.insert(collected.points.back().workers).second) {
            throw BadReport(fmt::format("{} has {}, as an earlier one has", point.place(),
                                        text::counted(collected.points.back().workers, "worker")));
        }
    }
    if (collected.points.empty()) {
        top.at("points").must_be("a list with at least one point");
    }
    return collected;
}

bench::Report as_report(const Collected& collected) {
    bench::Report report;
    report.experiment = "sweep";
    report.workload.name = collected.task == "io" ? "http_roundtrip" : "count_primes";
    report.workload.parameters = {{size_name(collected.task), collected.size}};
    report.interpreters.push_back({collected.python, collected.python,
                                   collected.gil_enabled ? bench::Build::gil : bench::Build::ft, "", "", ""});
    report.measurements.waiting = collected.task == "io";
    report.measurements.usable_cores = std::nan("");  // a server doesn't tell
    for (const Collected::AtWorkers& at : collected.points) {
        report.measurements.workers = std::max(report.measurements.workers, at.workers);
        for (const auto& [mode, time] : at.times_ms) {
            report.cells.push_back(cell_of(collected, at, mode, time));
            report.measurements.cells.push_back(report.cells.back().facts);
        }
    }
    return report;
}

}  // namespace gilscope::chart
