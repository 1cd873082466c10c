#include "http/openapi.h"

#include <doctest/doctest.h>

#include "http/message.h"

using namespace gilscope::http;

namespace {

Route good() {
    return {.method = "PATCH",
            .pattern = "/api/things/{id}",
            .handler = [](const Call&) { return Response{}; },
            .parameters = {"a"},
            .takes_json = true,
            .description = {
                .summary = "Changes a thing",
                .parameters = {{.name = "a", .what = "A", .schema = R"({"type": "integer", "maximum": 3})"},
                               {.name = "id", .what = "Which", .place = ParameterPlace::path},
                               {.name = "If-Match", .what = "When", .place = ParameterPlace::header}},
                .bodies = {{.what = "The change", .example = R"({"a": 1})"}},
                .answers = {{.what = "The thing", .example = R"({"a": 2})"},
                            {.status = 404, .what = "No such thing"}},
            }};
}

nlohmann::ordered_json document(const Route& route) {
    RouteTable table;
    table.add(route);
    return openapi_document(table);
}

}  // namespace

TEST_SUITE("http/openapi") {
    TEST_CASE("a route and all that is known of it") {
        const auto json = document(good());
        CHECK(json["openapi"] == "3.1.0");
        const auto& operation = json["paths"]["/api/things/{id}"]["patch"];
        CHECK(operation["operationId"] == "patchApiThingsId");
        CHECK(operation["summary"] == "Changes a thing");
        CHECK(operation["parameters"].size() == 3);
        CHECK(operation["parameters"][0]["schema"]["maximum"] == 3);
        CHECK(operation["parameters"][1]["in"] == "path");
        CHECK(operation["parameters"][1]["required"] == true);
        CHECK(operation["parameters"][2]["in"] == "header");
        CHECK(operation["requestBody"]["content"]["application/json"]["example"]["a"] == 1);
        CHECK(operation["responses"]["200"]["content"]["application/json"]["example"]["a"] == 2);
        CHECK(operation["responses"]["404"]["description"] == "No such thing");
        CHECK(operation["responses"].contains("default"));
    }

    TEST_CASE("text in other formats is an example as it is") {
        auto route = good();
        route.description.answers = {{.what = "Rows", .example = "a,b\n", .media_type = "text/csv"}};
        const auto json = document(route);
        CHECK(json["paths"]["/api/things/{id}"]["patch"]["responses"]["200"]["content"]["text/csv"]
                  ["example"] == "a,b\n");
    }

    TEST_CASE("what is missing is a mistake") {
        const std::vector<std::pair<const char*, void (*)(Route&)>> mistakes{
            {"no summary", [](Route& route) { route.description.summary.clear(); }},
            {"nothing of its answers", [](Route& route) { route.description.answers.clear(); }},
            {"without an example", [](Route& route) { route.description.answers[0].example.clear(); }},
            {"not JSON", [](Route& route) { route.description.answers[0].example = "{a}"; }},
            {"not JSON", [](Route& route) { route.description.parameters[0].schema = "integer"; }},
            {"nothing of the body", [](Route& route) { route.description.bodies.clear(); }},
            {"without an example", [](Route& route) { route.description.bodies[0].example.clear(); }},
            {"parameter b is not described", [](Route& route) { route.parameters.emplace_back("b"); }},
            {"knows no parameter a", [](Route& route) { route.parameters.clear(); }},
            {"variable id of its path is not",
             [](Route& route) {
                 route.description.parameters.erase(route.description.parameters.begin() + 1);
             }},
            {"no variable id", [](Route& route) { route.pattern = "/api/things"; }},
        };
        for (const auto& [message, make] : mistakes) {
            CAPTURE(message);
            auto route = good();
            make(route);
            CHECK_THROWS_WITH_AS(document(route), doctest::Contains(message), std::invalid_argument);
        }
    }
}
