// The table of routes as an OpenAPI 3.1 document.
#pragma once

#include <nlohmann/json.hpp>

#include "http/route_table.h"

namespace gilscope::http {

/// Throws std::invalid_argument, naming the route, for a description that is missing or whose JSON is none.
nlohmann::ordered_json openapi_document(const RouteTable& table);

}  // namespace gilscope::http
