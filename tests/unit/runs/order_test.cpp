#include "runs/order.h"

#include <doctest/doctest.h>

#include "runs/errors.h"
#include "runs/run_name.h"
#include "runs/time.h"

using namespace gilscope;
using namespace gilscope::runs;
using Json = nlohmann::ordered_json;

namespace {

engine::InstalledEngine engine_named(const std::string& id, bool free_threaded) {
    engine::InstalledEngine engine;
    engine.id = id;
    engine.free_threaded = free_threaded;
    engine.gil_enabled = !free_threaded;
    return engine;
}

/// Engines and no workloads: of what is right, the workload is the one problem.
class Fixture {
  public:
    Problems problems(const std::string& body) {
        try {
            read_order(Json::parse(body), workloads_, surroundings_);
        } catch (const InvalidRequest& error) {
            return error.fields();
        }
        return {};
    }

  private:
    engine::Registry engines_{
        {engine_named("3.13", false), engine_named("3.13t", true), engine_named("3.14", false)}};
    engine::Spawner spawner_;
    WorkloadCatalog workloads_{{}, engine::Inspector(engines_, spawner_)};
    Surroundings surroundings_{engines_, spawner_, ""};
};

std::string with(const std::string& fields) {
    return R"({"experiment":"compare","workload":"none")" + (fields.empty() ? "" : "," + fields) + "}";
}

}  // namespace

TEST_SUITE("runs/order") {
    TEST_CASE_FIXTURE(Fixture, "what is right") {
        for (const auto* fields :
             {"", R"("workers":1)", R"("workers":256)", R"("modes":["threads"])", R"("builds":["ft","gil"])",
              R"("interpreters":["3.13","3.13t"])", R"("interpreters":["3.13"],"builds":["gil"])",
              R"("budget_s":0.5,"blocks":1)", R"("budget_s":null,"blocks":null)", R"("pin":false)",
              R"("name":"  x  ")", R"("parameters":{})"}) {
            CAPTURE(fields);
            const auto found = problems(with(fields));
            CHECK(found.size() == 1);
            CHECK(found.contains("workload"));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "each wrong field is named") {
        const std::vector<std::pair<const char*, const char*>> wrong{
            {R"("workers":0)", "workers"},
            {R"("workers":257)", "workers"},
            {R"("workers":2.0)", "workers"},
            {R"("workers":"2")", "workers"},
            {R"("workers":null)", "workers"},
            {R"("workers":18446744073709551615)", "workers"},
            {R"("modes":[])", "modes"},
            {R"("modes":"threads")", "modes"},
            {R"("modes":["magic"])", "modes"},
            {R"("modes":[1])", "modes"},
            {R"("builds":["jit"])", "builds"},
            {R"("interpreters":["2.7"])", "interpreters"},
            {R"("interpreters":["3.13"],"builds":["ft"])", "builds"},
            {R"("budget_s":0)", "budget_s"},
            {R"("budget_s":3601)", "budget_s"},
            {R"("budget_s":"20s")", "budget_s"},
            {R"("blocks":0)", "blocks"},
            {R"("blocks":1001)", "blocks"},
            {R"("pin":1)", "pin"},
            {R"("name":" ")", "name"},
            {R"("name":7)", "name"},
            {R"("parameters":[])", "parameters"},
            {R"("warp":9)", "warp"},
        };
        for (const auto& [fields, field] : wrong) {
            CAPTURE(fields);
            const auto found = problems(with(fields));
            CHECK(found.size() == 2);
            CHECK(found.contains(field));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a sweep has a list of workers") {
        const auto sweep = [&](const std::string& workers) {
            return problems(R"({"experiment":"sweep","workload":"none")" + workers + "}").contains("workers");
        };
        for (const auto* right : {"", R"(,"workers":[1])", R"(,"workers":[256,1,1])"}) {
            CAPTURE(right);
            CHECK_FALSE(sweep(right));
        }
        for (const auto* wrong : {"2", "[]", "[0]", "[257]", "[1,\"2\"]", "[1.0]", "null", "{}"}) {
            CAPTURE(wrong);
            CHECK(sweep(R"(,"workers":)" + std::string(wrong)));
        }
        CHECK(problems(with(R"("workers":[1,2])")).contains("workers"));
    }

    TEST_CASE_FIXTURE(Fixture, "all of them at once") {
        CHECK(problems(R"({"workers":0,"modes":[],"builds":["x"],"budget_s":-1,"blocks":0,"pin":0,"a":1})")
                  .size() == 9);  // these, experiment and workload
        CHECK(problems("[]").contains("body"));
        CHECK(problems(R"({"experiment":"dance","workload":"x"})").contains("experiment"));
    }
}

TEST_SUITE("runs/run_name") {
    TEST_CASE("names lose white space around them, and have 1 to 200 characters") {
        std::string wide;
        for (int i = 0; i < 200; ++i) {
            wide += "\xc3\xa9";
        }
        const std::vector<std::pair<std::string, std::string>> good{
            {"x", "x"}, {" a b \n", "a b"}, {"\u00a0\u3000x\u2003", "x"}, {wide, wide}};
        for (const auto& [given, wanted] : good) {
            Problems problems;
            CHECK(checked_name(given, problems) == wanted);
            CHECK(problems.empty());
        }
        for (const std::string& bad : {std::string(), std::string(" \u2003 "), wide + "x",
                                       std::string("a\0b", 3), std::string("a\nb")}) {
            CAPTURE(bad);
            Problems problems;
            checked_name(bad, problems);
            CHECK(problems.size() == 1);
        }
    }
}

TEST_SUITE("runs/time") {
    TEST_CASE("times as reports write them, and nothing else") {
        for (const auto* good :
             {"2025-01-02T03:04:05+00:00", "2025-01-02T03:04:05.000000Z", "2025-01-02T03:04:05.0+00:00"}) {
            CHECK(storage::to_iso8601(parse_utc(good).value()) == "2025-01-02T03:04:05.000000+00:00");
        }
        CHECK(storage::to_iso8601(parse_utc("2025-01-02T03:04:05.25Z").value()) ==
              "2025-01-02T03:04:05.250000+00:00");
        for (const auto* bad : {"", "now", "2025-02-30T00:00:00Z", "2025-01-02T24:00:00Z",
                                "2025-01-02T03:04:05+01:00", "2025-01-02 03:04:05Z"}) {
            CHECK_FALSE(parse_utc(bad));
        }
    }
}
