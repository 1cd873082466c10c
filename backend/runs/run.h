// An experiment as a resource: what was asked, how far it is, what came of it. Pure.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bench/report.h"
#include "runs/compare.h"
#include "storage/timestamp.h"

namespace gilscope::runs {

enum class RunState { queued, running, done, failed, cancelled };

std::string_view name_of(RunState state);
/// Nothing for a name that is not one.
std::optional<RunState> state_named(std::string_view name);
/// Queued or running.
bool is_live(RunState state);

/// Why there is no result, or not the whole one.
struct Failure {
    std::string code;  ///< as in the API's errors, or "interrupted"
    std::string message;
    std::string traceback;           ///< the user's own; empty: none
    nlohmann::ordered_json details;  ///< null: none
};
/// What was thrown while a run was measured.
Failure failure_of(const std::exception_ptr& thrown);
/// The server stopped or was killed.
Failure interruption();

/// Everything but the report, which is kept as text: only who asks for it pays for it.
struct Run {
    std::string id;  ///< UUID version 7
    std::string experiment;
    std::string name;
    RunState state = RunState::queued;
    std::optional<Failure> failure;
    bool imported = false;
    storage::Timestamp created_at;
    std::optional<storage::Timestamp> started_at;
    std::optional<storage::Timestamp> finished_at;
    nlohmann::ordered_json request;   ///< null for an imported one
    nlohmann::ordered_json machine;   ///< null until known
    nlohmann::ordered_json progress;  ///< null unless live; never stored
    nlohmann::ordered_json headline;  ///< null until there is a result
};

/// The resource in the contract's order of keys, its report left out.
nlohmann::ordered_json to_json(const Run& run);
nlohmann::ordered_json to_json(const Failure& failure);
std::optional<Failure> failure_from(const nlohmann::ordered_json& json);

/// The whole resource as text, with `report` (JSON text; empty: null) as its last key.
std::string to_text(const Run& run, std::string_view report);

/// What a list shows of a report: {cpu_model, usable_cores}, and the result of each interpreter.
nlohmann::ordered_json machine_of(const bench::Report& report);
nlohmann::ordered_json headline_of(const bench::Report& report);

/// The `progress` of a run that waits with `position` others before it, and of one that runs.
nlohmann::ordered_json progress_in_queue(std::size_t position);
nlohmann::ordered_json progress_of(const RunProgress& progress);

/// How all JSON text of runs is made: text of users may hold anything, the result is always valid UTF-8.
std::string dump(const nlohmann::ordered_json& json);

}  // namespace gilscope::runs
