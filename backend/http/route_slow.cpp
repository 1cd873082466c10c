#include <chrono>

#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

namespace {

Response answer_later(const Call& call) {
    const auto begun = std::chrono::steady_clock::now();
    const auto milliseconds = call.query.integer("ms", 1, 1000, 50);
    call.query.check();
    auto response = json_response({{"ok", true}, {"ms", milliseconds}});
    response.not_before = begun + std::chrono::milliseconds(milliseconds);
    return response;
}

}  // namespace

void add_slow_routes(RouteTable& table) {
    const RouteDescription description{
        .summary = "Answers after a while, like a slow service",
        .details = "What I/O-bound workloads wait for. A body is read and ignored.",
        .parameters = {{.name = "ms",
                        .what = "How long, in milliseconds",
                        .schema = R"({"type": "integer", "minimum": 1, "maximum": 1000, "default": 50})"}},
        .answers = {{.what = "That time has passed", .example = R"({"ok": true, "ms": 50})"}},
    };
    table.add({.method = "GET",
               .pattern = "/api/slow",
               .handler = answer_later,
               .parameters = {"ms"},
               .description = description});
    table.add({.method = "POST",
               .pattern = "/api/slow",
               .handler = answer_later,
               .parameters = {"ms"},
               .is_unsafe = true,
               .description = description});
}

}  // namespace gilscope::http
