// What /api/openapi.json says of the routes of tasks.
#pragma once

#include "http/route_description.h"

namespace gilscope::http {

RouteDescription list_tasks_description();
RouteDescription create_task_description();
RouteDescription show_task_description();
RouteDescription change_task_description();
RouteDescription remove_task_description();

}  // namespace gilscope::http
