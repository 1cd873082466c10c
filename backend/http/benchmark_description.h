// What /api/openapi.json says of GET /api/benchmark.
#pragma once

#include "http/route_description.h"

namespace gilscope::http {

RouteDescription benchmark_description();

}  // namespace gilscope::http
