// GET /api/tasks: a page of the list, or all of it in a stream.
#pragma once

#include <string>
#include <vector>

#include "http/route_table.h"
#include "tasks/task_store.h"

namespace gilscope::http {

/// Names of its parameters.
const std::vector<std::string>& task_list_parameters();

Response list_tasks(const Call& call, const tasks::TaskStore& store);

}  // namespace gilscope::http
