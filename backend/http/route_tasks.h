// /api/tasks and /api/tasks/{id}.
#pragma once

#include "http/route_table.h"
#include "tasks/task_store.h"

namespace gilscope::http {

/// The store outlives the table.
void add_task_routes(RouteTable& table, tasks::TaskStore& store);

}  // namespace gilscope::http
