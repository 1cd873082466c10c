// What /api/openapi.json says of the routes of runs.
#pragma once

#include "http/route_description.h"

namespace gilscope::http {

RouteDescription accept_run_description();
RouteDescription list_runs_description();
RouteDescription show_run_description();
RouteDescription rename_run_description();
RouteDescription remove_run_description();
RouteDescription cancel_run_description();
RouteDescription watch_run_description();
RouteDescription compare_runs_description();
RouteDescription draw_run_description();
RouteDescription export_run_description();
RouteDescription import_run_description();

}  // namespace gilscope::http
