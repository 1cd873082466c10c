#include "runs/run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gilscope::runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<RunState, std::string_view>, 5> state_names{{
    {RunState::queued, "queued"},
    {RunState::running, "running"},
    {RunState::done, "done"},
    {RunState::failed, "failed"},
    {RunState::cancelled, "cancelled"},
}};

Json json_of(const std::optional<storage::Timestamp>& time) {
    return time ? Json(storage::to_iso8601(*time)) : Json(nullptr);
}

Json json_of(const std::optional<double>& number) {
    return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json json_of(const std::optional<bench::Estimate>& estimate) {
    if (!estimate) {
        return nullptr;
    }
    return {{"value", json_of(std::optional(estimate->value))},
            {"low", json_of(estimate->low)},
            {"high", json_of(estimate->high)}};
}

/// Of the fastest mode; nothing if none is known to be the fastest.
std::optional<bench::Estimate> best_speedup(const bench::Report& report, const bench::Verdict& verdict) {
    const auto found =
        std::find_if(report.cells.begin(), report.cells.end(), [&](const bench::CellSummary& cell) {
            const bench::Cell& each = cell.facts.cell;
            return each.interpreter == verdict.interpreter && each.workers == verdict.workers &&
                   each.mode == verdict.fastest;
        });
    return found == report.cells.end() ? std::nullopt : found->speedup;
}

/// One an interpreter; where there are several numbers of workers, the one with the best speedup.
std::vector<const bench::Verdict*> leading_verdicts(const bench::Report& report) {
    std::vector<const bench::Verdict*> leading;
    const auto speedup = [&](const bench::Verdict& verdict) {
        const auto estimate = best_speedup(report, verdict);
        return estimate ? estimate->value : 0;
    };
    for (const bench::Verdict& verdict : report.verdicts) {
        const auto known = std::find_if(leading.begin(), leading.end(), [&](const bench::Verdict* other) {
            return other->interpreter == verdict.interpreter;
        });
        if (known == leading.end()) {
            leading.push_back(&verdict);
        } else if (speedup(verdict) > speedup(**known)) {
            *known = &verdict;
        }
    }
    return leading;
}

std::int64_t milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::round<std::chrono::milliseconds>(time).count();
}

/// How much is done, as far as anyone knows.
double fraction_of(const RunProgress& progress) {
    const auto elapsed = static_cast<double>(progress.elapsed.count());
    const auto remaining = static_cast<double>(progress.remaining.count());
    if (remaining > 0) {
        return elapsed / (elapsed + remaining);
    }
    const int blocks = std::max(progress.block, progress.blocks_expected);
    if (blocks == 0) {
        return 0;
    }
    const double rounds =
        progress.rounds > 0 && progress.round > 0 ? (progress.round - 1.0) / progress.rounds : 0;
    return (progress.block - 1 + rounds) / blocks;
}

}  // namespace

std::string_view name_of(RunState state) {
    const auto* found = std::find_if(state_names.begin(), state_names.end(),
                                     [state](const auto& entry) { return entry.first == state; });
    return found->second;
}

std::optional<RunState> state_named(std::string_view name) {
    const auto* found = std::find_if(state_names.begin(), state_names.end(),
                                     [name](const auto& entry) { return entry.second == name; });
    return found == state_names.end() ? std::nullopt : std::optional(found->first);
}

bool is_live(RunState state) {
    return state == RunState::queued || state == RunState::running;
}

Json to_json(const Failure& failure) {
    Json json{{"code", failure.code}, {"message", failure.message}};
    if (!failure.traceback.empty()) {
        json["traceback"] = failure.traceback;
    }
    if (!failure.details.is_null()) {
        json["details"] = failure.details;
    }
    return json;
}

std::optional<Failure> failure_from(const Json& json) {
    if (!json.is_object()) {
        return std::nullopt;
    }
    return Failure{json.value("code", ""), json.value("message", ""), json.value("traceback", ""),
                   json.value("details", Json())};
}

Json to_json(const Run& run) {
    return {
        {"id", run.id},
        {"experiment", run.experiment},
        {"name", run.name},
        {"state", name_of(run.state)},
        {"failure", run.failure ? to_json(*run.failure) : Json(nullptr)},
        {"imported", run.imported},
        {"created_at", storage::to_iso8601(run.created_at)},
        {"started_at", json_of(run.started_at)},
        {"finished_at", json_of(run.finished_at)},
        {"request", run.request},
        {"machine", run.machine},
        {"progress", run.progress},
        {"headline", run.headline},
    };
}

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_text(const Run& run, std::string_view report) {
    std::string text = dump(to_json(run));
    text.pop_back();  // the closing brace
    text += ",\"report\":";
    text += report.empty() ? "null" : report;
    text += '}';
    return text;
}

Json machine_of(const bench::Report& report) {
    if (!report.machine.is_object()) {
        return nullptr;
    }
    return {{"cpu_model", report.machine.value("cpu_model", Json())},
            {"usable_cores", json_of(std::optional(report.measurements.usable_cores))}};
}

Json headline_of(const bench::Report& report) {
    Json headline = Json::array();
    for (const bench::Verdict* verdict : leading_verdicts(report)) {
        headline.push_back({
            {"interpreter", verdict->interpreter},
            {"build", bench::name_of(verdict->build)},
            {"fastest", verdict->fastest ? Json(bench::name_of(*verdict->fastest)) : Json(nullptr)},
            {"speedup", json_of(best_speedup(report, *verdict))},
            {"verdict", verdict->kind},
            {"workers", verdict->workers},
        });
    }
    return headline.empty() ? Json(nullptr) : headline;
}

Json progress_in_queue(std::size_t position) {
    return {{"phase", "queued"}, {"queue_position", position},
            {"block", 0},        {"blocks_expected", 0},
            {"round", 0},        {"rounds", 0},
            {"elapsed_ms", 0},   {"remaining_ms", nullptr},
            {"fraction", 0.0}};
}

Json progress_of(const RunProgress& progress) {
    const bool is_known = progress.remaining.count() > 0;
    return {
        {"phase", progress.phase},
        {"queue_position", 0},
        {"block", progress.block},
        {"blocks_expected", progress.blocks_expected},
        {"round", progress.round},
        {"rounds", progress.rounds},
        {"elapsed_ms", milliseconds(progress.elapsed)},
        {"remaining_ms", is_known ? Json(milliseconds(progress.remaining)) : Json(nullptr)},
        {"fraction", std::clamp(fraction_of(progress), 0.0, 1.0)},
    };
}

}  // namespace gilscope::runs
