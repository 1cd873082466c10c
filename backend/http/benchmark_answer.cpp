#include "http/benchmark_answer.h"

#include <algorithm>
#include <cmath>

#include "bench/json_parts.h"

namespace gilscope::http {

namespace {

using Json = nlohmann::ordered_json;

/// More digits than this are noise, and would be read as precision.
double rounded(double value) {
    return std::round(value * 1000) / 1000;
}

Json optional_number(const std::optional<double>& value) {
    return value ? Json(rounded(*value)) : Json(nullptr);
}

Json estimate(const std::optional<bench::Estimate>& estimate) {
    if (!estimate) {
        return nullptr;
    }
    return {{"value", rounded(estimate->value)},
            {"low", optional_number(estimate->low)},
            {"high", optional_number(estimate->high)}};
}

/// The workload's return value. http_roundtrip returns 1 for a round trip that succeeded, and all workers'
/// values are equal (the run would have failed otherwise): so many round trips succeeded.
Json checksum(const BenchmarkRequest& request, const std::string& text) {
    auto value = text.empty() ? Json(nullptr) : Json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        return text;
    }
    return request.is_io() && value == 1 ? Json(request.run.workers) : value;
}

bool is_measured(const bench::CellSummary& cell) {
    return cell.time_ms.has_value() && !cell.facts.unavailable.has_value();
}

/// A round is k calls by each worker, so that it is long enough to be measured; the client asked for one.
double per_call(const bench::CellSummary& cell, double round_ms) {
    return round_ms / static_cast<double>(std::max<std::int64_t>(1, cell.facts.calls_per_worker));
}

/// What a caller of a cold pool would wait.
Json result_ms(const bench::Report& report, const std::string& interpreter, bench::Mode mode) {
    for (const auto& cell : report.cells) {
        if (cell.facts.cell.interpreter == interpreter && cell.facts.cell.mode == mode && is_measured(cell)) {
            return rounded(cell.setup_ms + per_call(cell, cell.time_ms->value));
        }
    }
    return nullptr;
}

Json run_ms(const bench::CellSummary& cell) {
    return {{"best", rounded(per_call(cell, cell.best_ms))},
            {"median", rounded(per_call(cell, cell.time_ms->value))}};
}

Json results_ms(const bench::Report& report, const std::string& interpreter) {
    Json results = Json::object();
    for (const auto mode : bench::all_modes) {
        results[std::string(bench::name_of(mode))] = result_ms(report, interpreter, mode);
    }
    return results;
}

Json warning(const bench::Warning& warning) {
    return {{"code", warning.code}, {"message", warning.message}, {"remedy", warning.remedy}};
}

/// Those about one cell; an empty name stands for the whole run.
Json warnings_about(const bench::Report& report, const std::string& cell) {
    auto list = Json::array();
    for (const auto& each : report.warnings) {
        if (each.cell == cell) {
            list.push_back(warning(each));
        }
    }
    return list;
}

Json unavailable(const bench::Unavailable& why) {
    Json entry{{"reason", why.reason}};
    entry["module"] = why.module.empty() ? Json(nullptr) : Json(why.module);
    return entry;
}

Json detail(const BenchmarkRequest& request, const bench::Report& report, const bench::CellSummary& summary) {
    const auto& cell = summary.facts.cell;
    const bool measured = is_measured(summary);
    const auto number = [measured](double value) { return measured ? Json(rounded(value)) : Json(nullptr); };
    Json entry{
        {"interpreter", cell.interpreter},
        {"build", bench::name_of(cell.build)},
        {"mode", bench::name_of(cell.mode)},
        {"gil_enabled", measured ? Json(summary.gil_enabled) : Json(nullptr)},
        {"checksum", checksum(request, summary.facts.checksum)},
        {"setup_ms", number(summary.setup_ms)},
        {"run_ms", measured ? run_ms(summary) : Json(nullptr)},
        {"speedup", estimate(summary.speedup)},
        {"machine_parallelism", estimate(report.machine_parallelism)},
        {"share_of_machine",
         summary.share_of_machine > 0 ? Json(rounded(summary.share_of_machine)) : Json(nullptr)},
        {"cores_used", number(summary.cores_used)},
        {"memory_mib", number(summary.memory_mib)},
    };
    if (summary.facts.unavailable) {
        entry["unavailable"] = unavailable(*summary.facts.unavailable);
    }
    entry["warnings"] = warnings_about(report, bench::to_string(cell));
    entry["scheduling_delay"] = bench::json_of(summary.scheduling_delay);
    return entry;
}

Json verdict(const bench::Verdict& verdict) {
    auto evidence = Json::array();
    for (const auto& item : verdict.evidence) {
        evidence.push_back({{"name", item.name}, {"value", rounded(item.value)}, {"unit", item.unit}});
    }
    return {
        {"interpreter", verdict.interpreter},
        {"build", bench::name_of(verdict.build)},
        {"kind", verdict.kind},
        {"sentence", verdict.sentence},
        {"advice", verdict.advice},
        {"fastest", verdict.fastest ? Json(bench::name_of(*verdict.fastest)) : Json(nullptr)},
        {"evidence", std::move(evidence)},
    };
}

/// The cell that speaks for the whole answer: the leading interpreter's first one that was measured.
const bench::CellSummary* leading_cell(const BenchmarkRequest& request, const bench::Report& report) {
    const auto found = std::find_if(report.cells.begin(), report.cells.end(), [&](const auto& cell) {
        return cell.facts.cell.interpreter == request.interpreter && is_measured(cell);
    });
    return found == report.cells.end() ? nullptr : &*found;
}

}  // namespace

Json benchmark_answer(const BenchmarkRequest& request, const bench::Report& report) {
    const auto* leading = leading_cell(request, report);
    auto details = Json::array();
    for (const auto& cell : report.cells) {
        details.push_back(detail(request, report, cell));
    }
    auto verdicts = Json::array();
    for (const auto& each : report.verdicts) {
        verdicts.push_back(verdict(each));
    }
    return {
        {"gil_enabled", leading != nullptr ? Json(leading->gil_enabled) : Json(nullptr)},
        {"workers", request.run.workers},
        {"task", request.task},
        {"checksum", leading != nullptr ? checksum(request, leading->facts.checksum) : Json(nullptr)},
        {"results_ms", results_ms(report, request.interpreter)},
        {request.is_io() ? "delay_ms" : "n", request.size},
        {"details", std::move(details)},
        {"verdicts", std::move(verdicts)},
        {"warnings", warnings_about(report, "")},
        {"blocks", {{"counted", report.counted_blocks()}, {"disturbed", report.disturbed_blocks()}}},
    };
}

}  // namespace gilscope::http
