// From a request's JSON to what it says of a task. Pure.
#pragma once

#include <nlohmann/json.hpp>

#include "tasks/errors.h"
#include "tasks/task.h"

namespace gilscope::tasks {

/// For a new task: what it doesn't say has its default, so that every field is there. Throws InvalidTask.
TaskFields read_new_task(const nlohmann::ordered_json& body);

/// For a change: at least one field is there. Throws InvalidTask.
TaskFields read_changes(const nlohmann::ordered_json& body);

}  // namespace gilscope::tasks
