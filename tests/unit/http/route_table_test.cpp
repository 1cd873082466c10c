#include "http/route_table.h"

#include <doctest/doctest.h>

using namespace gilscope::http;

namespace {

RouteTable table() {
    const auto nothing = [](const Call&) { return Response{}; };
    RouteTable routes;
    routes.add({.method = "GET", .pattern = "/api/tasks", .handler = nothing});
    routes.add({.method = "POST", .pattern = "/api/tasks", .handler = nothing, .takes_json = true});
    routes.add({.method = "DELETE", .pattern = "/api/tasks/{id}", .handler = nothing});
    routes.add({.method = "PATCH", .pattern = "/api/tasks/{id}", .handler = nothing});
    routes.add({.method = "GET", .pattern = "/api/tasks/{id}", .handler = nothing});
    routes.add({.method = "GET",
                .pattern = "/api/costly",
                .handler = nothing,
                .is_unsafe = true,
                .allows_head = false});
    return routes;
}

}  // namespace

TEST_SUITE("http/route_table") {
    TEST_CASE("a path is found whole, or not at all") {
        const auto routes = table();
        CHECK(routes.find("/api/tasks").is_known());
        for (const auto* unknown : {"", "/", "/api", "/api/", "/api/tasks/", "/api//tasks", "/api/tasks/1/2",
                                    "/API/tasks", "api/tasks", "*", "/api%2Ftasks"}) {
            CAPTURE(unknown);
            CHECK_FALSE(routes.find(unknown).is_known());
        }
    }

    TEST_CASE("a path of its own goes before a variable, wherever it stands in the table") {
        auto routes = table();
        routes.add({.method = "POST", .pattern = "/api/tasks/import", .handler = {}});
        CHECK(routes.find("/api/tasks/import").allow() == "POST, OPTIONS");
        CHECK(routes.find("/api/tasks/import").variables.empty());
        CHECK(routes.find("/api/tasks/imports").allow() == "GET, PATCH, DELETE, OPTIONS");
        RouteTable turned;
        turned.add({.method = "POST", .pattern = "/a/b", .handler = {}});
        turned.add({.method = "GET", .pattern = "/a/{id}", .handler = {}});
        CHECK(turned.find("/a/b").allow() == "POST, OPTIONS");
        CHECK(turned.find("/a/c").variables.at("id") == "c");
    }

    TEST_CASE("segments are decoded one by one") {
        const auto routes = table();
        CHECK(routes.find("/api/%74asks").is_known());
        CHECK(routes.find("/api/tasks/a%2Fb").variables.at("id") == "a/b");
        CHECK_FALSE(routes.find("/api/tasks/%zz").is_known());
        CHECK_FALSE(routes.find("/api/tasks/%00").is_known());
    }

    TEST_CASE("Allow lists methods in the contract's order, HEAD left out") {
        const auto routes = table();
        CHECK(routes.find("/api/tasks").allow() == "GET, POST, OPTIONS");
        CHECK(routes.find("/api/tasks/1").allow() == "GET, PATCH, DELETE, OPTIONS");
    }

    TEST_CASE("HEAD runs the GET handler where that is allowed") {
        const auto routes = table();
        const auto tasks = routes.find("/api/tasks");
        CHECK(tasks.for_method("HEAD") == tasks.for_method("GET"));
        CHECK(routes.find("/api/costly").for_method("HEAD") == nullptr);
        CHECK(tasks.for_method("PUT") == nullptr);
        CHECK(tasks.for_method("get") == nullptr);
    }

    TEST_CASE("what pages of other sites must not call") {
        const auto routes = table();
        const auto tasks = routes.find("/api/tasks");
        CHECK_FALSE(tasks.is_unsafe("GET"));
        CHECK_FALSE(tasks.is_unsafe("OPTIONS"));
        CHECK(tasks.is_unsafe("POST"));
        CHECK(tasks.is_unsafe("BREW"));
        CHECK(routes.find("/nowhere").is_unsafe("DELETE"));
        CHECK(routes.find("/api/costly").is_unsafe("GET"));
        CHECK(routes.find("/api/costly").is_unsafe("HEAD"));
        CHECK_FALSE(routes.find("/api/costly").is_unsafe("OPTIONS"));
    }
}
