#include <doctest/doctest.h>

#include "runs/workload_catalog.h"

using namespace gilscope::runs;
using Json = nlohmann::ordered_json;

namespace {

Workload workload() {
    Workload made;
    made.name = "example";
    made.parameters = {{"n", 10, 1, 100, ""},
                       {"ratio", 0.5, 0, std::nullopt, ""},
                       {"name", "abc", std::nullopt, std::nullopt, ""},
                       {"loud", false, std::nullopt, std::nullopt, ""}};
    return made;
}

struct Outcome {
    Json complete;
    std::map<std::string, std::string> problems;
};

Outcome complete(const Json& given) {
    Outcome outcome;
    outcome.complete = complete_parameters(workload(), given, outcome.problems);
    return outcome;
}

}  // namespace

TEST_CASE("defaults fill in what isn't given, in the order of PARAMS") {
    const auto outcome = complete(Json::object());
    CHECK(outcome.problems.empty());
    CHECK(outcome.complete.dump() == R"({"n":10,"ratio":0.5,"name":"abc","loud":false})");
}

TEST_CASE("text from a command line takes the type of the default") {
    const auto outcome = complete({{"n", "7"}, {"ratio", "2"}, {"name", "7"}, {"loud", "true"}});
    CHECK(outcome.problems.empty());
    CHECK(outcome.complete.dump() == R"({"n":7,"ratio":2.0,"name":"7","loud":true})");
}

TEST_CASE("every problem is found at once") {
    const auto outcome = complete({{"n", "many"}, {"ratio", "-1"}, {"loud", "yes"}, {"colour", "red"}});
    CHECK(outcome.problems.at("n") == "must be a whole number");
    CHECK(outcome.problems.at("ratio") == "must be at least 0");
    CHECK(outcome.problems.at("loud") == "must be true or false");
    CHECK(outcome.problems.at("colour") == "no parameter of example; it has: n, ratio, name, loud");
}

TEST_CASE("limits are inclusive, and neither a fraction nor infinity passes for a whole number") {
    CHECK(complete({{"n", 1}}).problems.empty());
    CHECK(complete({{"n", 100}}).problems.empty());
    CHECK(complete({{"n", 101}}).problems.at("n") == "must be at most 100");
    CHECK(complete({{"n", 1.5}}).problems.at("n") == "must be a whole number");
    CHECK(complete({{"ratio", "1e999"}}).problems.at("ratio") == "must be a number");
    CHECK(complete({{"n", ""}}).problems.at("n") == "must be a whole number");
}

TEST_CASE("limits of whole numbers are whole numbers in JSON, too") {
    CHECK(to_json(workload())["parameters"][0].dump() ==
          R"({"name":"n","default":10,"minimum":1,"maximum":100,"unit":""})");
}
