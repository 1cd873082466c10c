#include "bench/report_reader.h"

#include <doctest/doctest.h>

#include <functional>
#include <sstream>

#include "bench/made_up.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;
using Json = nlohmann::ordered_json;

namespace {

/// Two builds, one disturbed block, one unavailable cell, one scaled sequential cell, a warning about the
/// machine.
Report with_everything() {
    std::vector<made_up::Column> columns = columns_of(Build::gil, {200, 1, 0.01});
    for (const made_up::Column& column : columns_of(Build::ft, {105, 1.9, 0.01})) {
        columns.push_back(column);
    }
    Report report = report_of(columns, 7);
    report.started_at = "2026-01-02T03:04:05+00:00";
    report.stopped_because = "converged";
    report.output = "printed\n";
    report.measurements.blocks[1].disturbed = "a neighbour";
    report.measurements.cells[2].unavailable = Unavailable{"no subinterpreters", "numpy"};
    report.measurements.cells[4].measured_calls = 4;
    report.measurements.cells[5].gil_enabled_by = "numpy";
    report.warnings.push_back({"machine_busy", "Other programs use 1.0 cores", "Stop them.", ""});
    for (Block& block : report.measurements.blocks) {
        block.cells[2] = std::nullopt;
    }
    return summarized(report);
}

std::string problem_of(const std::string& text) {
    try {
        parse_report(text);
    } catch (const BadReport& problem) {
        return problem.what();
    }
    return "";
}

std::string problem_after(const std::function<void(Json&)>& change) {
    Json json = to_json(with_everything());
    change(json);
    const std::string problem = problem_of(json.dump());
    CHECK(problem.find('\n') == std::string::npos);
    try {  // parsed already: the same answer
        read_report(json);
        CHECK(problem.empty());
    } catch (const BadReport& same) {
        CHECK(same.what() == problem);
    }
    return problem;
}

std::string nested(int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace

TEST_SUITE("bench/report_reader") {
    TEST_CASE("gives back what was written") {
        for (const Report& report :
             {with_everything(), Report{}, summarized(Report{}), sweep_report({1, 2, 4})}) {
            const Json json = to_json(report);
            std::istringstream stream(json.dump(1));
            CHECK(to_json(read_report(json)) == json);
            CHECK(to_json(parse_report(json.dump())) == json);
            CHECK(to_json(parse_report(stream)) == json);
        }
    }

    TEST_CASE("the order of a cell's members doesn't matter") {
        const Json json = to_json(with_everything());
        Json turned = json;
        for (Json& cell : turned["cells"]) {
            Json reversed = Json::object();
            for (auto member = cell.rbegin(); member != cell.rend(); ++member) {
                reversed[member.key()] = *member;
            }
            cell = reversed;
        }
        CHECK(to_json(parse_report(turned.dump())) == json);
    }

    TEST_CASE(
        "columns that earlier versions didn't write are 0 when they are missing, and whole when they "
        "aren't") {
        const auto without = [](Json& json) {
            for (Json& cell : json["cells"]) {
                cell["samples"].erase("throttled");
                cell["samples"].erase("throttled_ns");
            }
        };
        CHECK(problem_after(without).empty());
        Json json = to_json(with_everything());
        without(json);
        CHECK(to_json(read_report(json)) == to_json(with_everything()));
        CHECK(problem_after([](Json& half) {
                  half["cells"][0]["samples"]["throttled"].erase(0);
              }).find("cells[0].samples.throttled must be as long") != std::string::npos);
    }

    TEST_CASE("summaries follow from the samples, whatever the file says") {
        const Json json = to_json(with_everything());
        Json forged = json;
        forged["cells"][1]["speedup"]["value"] = 99;
        forged["verdicts"] = Json::array();
        forged["machine_parallelism"]["value"] = 64;
        forged["warnings"].push_back(
            {{"code", "too_small"}, {"message", ""}, {"remedy", ""}, {"cell", nullptr}});
        CHECK(to_json(read_report(forged)) == json);
    }

    TEST_CASE("a report without any sample keeps its summaries") {
        Json json = to_json(with_everything());
        for (Json& cell : json["cells"]) {
            for (const char* table : {"blocks", "samples"}) {
                for (auto& [name, column] : cell[table].items()) {
                    column = Json::array();
                }
            }
        }
        CHECK(to_json(parse_report(json.dump())) == json);
    }

    TEST_CASE("members that a later version adds are passed over") {
        const Json json = to_json(with_everything());
        Json more = json;
        more["new"] = {{"deep", {1, 2, 3}}};
        more["cells"][0]["new"] = nullptr;
        more["cells"][0]["samples"]["new_ns"] = {1, 2};
        CHECK(to_json(parse_report(more.dump())) == json);
    }

    TEST_CASE("schema 1, which knew one number of workers only, still loads") {
        const Json json = to_json(with_everything());
        Json old = json;
        old["schema"] = 1;
        old["blocks"].erase("workers");
        old["blocks"].erase("by_workers");
        old["machine_parallelism"].erase("by_workers");
        old["machine_parallelism"]["spins"].erase("workers");
        for (Json& verdict : old["verdicts"]) {
            verdict.erase("workers");
        }
        CHECK(to_json(parse_report(old.dump())) == json);
    }

    TEST_CASE("a newer schema is refused with one sentence, before anything else is looked at") {
        Json json = to_json(with_everything());
        json["schema"] = report_schema + 1;
        json["cells"][0]["samples"] = "in another form";
        CHECK(problem_of(json.dump()).find("newer Gilscope") != std::string::npos);
    }

    TEST_CASE("what is no report at all") {
        const std::string whole = to_json(with_everything()).dump();
        const std::vector<std::pair<std::string, std::string>> cases = {
            {"", "empty"},
            {" \n", "empty"},
            {"<html>", "isn't JSON"},
            {"{", "cut off"},
            {whole.substr(0, whole.size() / 2), "cut off"},
            {whole + "}", "isn't JSON"},
            {"null", "must be an object"},
            {"[]", "must be an object"},
            {"{}", "isn't a report"},
            {R"({"kind": 5})", "isn't a report"},
            {R"({"kind": "gilscope-report"})", "schema is missing"},
            {R"({"kind": "gilscope-report", "schema": 0})", "schema must be"},
            {R"({"kind": "gilscope-report", "schema": 1, "experiment": "dance"})", "dance"},
            {R"({"a": 1, "a": 2})", "twice"},
            {R"({"a": 1e999})", "isn't JSON"},
            {R"({"a": NaN})", "isn't JSON"},
            {"{\"a\": \"\xff\"}", "isn't JSON"},
            {nested(100'000), "deep"},
            {R"({"cells": [{"samples": {"wall_ns": )" + nested(100'000) + "}}]}", "must hold whole numbers"},
        };
        for (const auto& [text, expected] : cases) {
            CAPTURE(text.substr(0, 100));
            CHECK(problem_of(text).find(expected) != std::string::npos);
        }
    }

    TEST_CASE("what is wrong with a report, and where") {
        const std::vector<std::pair<std::string, std::function<void(Json&)>>> cases = {
            {"workers must be a whole number", [](Json& j) { j["workers"] = 0; }},
            {"workers must be a whole number", [](Json& j) { j["workers"] = 2.5; }},
            {"workers must be a whole number", [](Json& j) { j["workers"] = 18'000'000'000'000'000'000U; }},
            {"usable_cores must be", [](Json& j) { j["usable_cores"] = nullptr; }},
            {"usable_cores must be", [](Json& j) { j["usable_cores"] = -1; }},
            {"pinned must be true or false", [](Json& j) { j["pinned"] = 1; }},
            {"output must be a text", [](Json& j) { j["output"] = 1; }},
            {"machine is missing", [](Json& j) { j.erase("machine"); }},
            {"equally long", [](Json& j) { j["hash_seeds"].push_back(1); }},
            {"hash_seeds[0] must be", [](Json& j) { j["hash_seeds"][0] = -1; }},
            {"interpreters[1] is there twice", [](Json& j) { j["interpreters"][1]["id"] = "3.13"; }},
            {"interpreters[0].build must be", [](Json& j) { j["interpreters"][0]["build"] = "gilt"; }},
            {"spins must hold lists",
             [](Json& j) { j["machine_parallelism"]["spins"]["one_ns"].push_back(1); }},
            {"one_ns[0] must be", [](Json& j) { j["machine_parallelism"]["spins"]["one_ns"][0] = -1; }},
            {"cells must be a list", [](Json& j) { j["cells"] = Json::object(); }},
            {"cells[0] must be an object", [](Json& j) { j["cells"][0] = 1; }},
            {"cells[1] is there twice", [](Json& j) { j["cells"][1]["mode"] = "sequential"; }},
            {"cells[1].mode must be", [](Json& j) { j["cells"][1]["mode"] = "fibers"; }},
            {"cells[1].workers must be", [](Json& j) { j["cells"][1]["workers"] = 10'000; }},
            {"cells[1].interpreter must be", [](Json& j) { j["cells"][1]["interpreter"] = "3.99"; }},
            {"cells[1].interpreter must be", [](Json& j) { j["cells"][1]["build"] = "ft"; }},
            {"cells[0].calls_per_worker must be", [](Json& j) { j["cells"][0]["calls_per_worker"] = 0; }},
            {"cells[0].measured_calls must be", [](Json& j) { j["cells"][0]["measured_calls"] = 1000; }},
            {"cells[0].samples must be", [](Json& j) { j["cells"][0]["samples"] = 1; }},
            {"cells[0].samples.wall_ns must be as long",
             [](Json& j) { j["cells"][0]["samples"].erase("wall_ns"); }},
            {"cells[0].samples.wall_ns must be as long",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"].erase(0); }},
            {"cells[0].samples.wall_ns must hold",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"][0] = -1; }},
            {"cells[0].samples.wall_ns must hold",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"][0] = nullptr; }},
            {"cells[0].samples.wall_ns must hold",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"][0] = 1.5; }},
            {"cells[0].samples.wall_ns must hold",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"][0] = "1"; }},
            {"cells[0].samples.wall_ns must hold",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"][0] = 1'000'000'000'000'000'000; }},
            {"cells[0].samples.wall_ns must hold",
             [](Json& j) { j["cells"][0]["samples"]["wall_ns"][0] = Json::object(); }},
            {"cells[0].samples.warmup must hold", [](Json& j) { j["cells"][0]["samples"]["warmup"][0] = 1; }},
            {"cells[0].samples.block must name", [](Json& j) { j["cells"][0]["samples"]["block"][0] = 6; }},
            {"cells[0].blocks.index must ascend", [](Json& j) { j["cells"][0]["blocks"]["index"][0] = 6; }},
            {"cells[0].blocks.index must be below 7",
             [](Json& j) {
                 j["cells"][0]["blocks"]["index"][6] = 7;
                 for (std::size_t row = 30; row < 35; ++row) {
                     j["cells"][0]["samples"]["block"][row] = 7;
                 }
             }},
            {"cells[0] has 3 workers, but its block 0 has 2", [](Json& j) { j["cells"][0]["workers"] = 3; }},
            {"blocks.workers must be as long", [](Json& j) { j["blocks"]["workers"].push_back(2); }},
            {"warnings[0].code must be a text", [](Json& j) { j["warnings"][0]["code"] = 1; }},
        };
        for (const auto& [expected, change] : cases) {
            CAPTURE(expected);
            CHECK(problem_after(change).find(expected) != std::string::npos);
        }
    }

    TEST_CASE("sizes are bounded") {
        CHECK(problem_after([](Json& j) { j["machine"] = Json::array_t(600'000, 1); }).find("values") !=
              std::string::npos);
        CHECK(problem_after([](Json& j) {
                  for (int i = 0; i < 300; ++i) {
                      j["machine"][std::to_string(i)] = 1;
                  }
              }).find("members") != std::string::npos);
        CHECK(problem_after([](Json& j) {
                  j["hash_seeds"] = Json::array_t(90'000, 1);
                  j["blocks"]["disturbed_because"] = Json::array_t(90'000);
                  j["blocks"].erase("workers");
                  const Json cell = j["cells"][0];
                  for (int i = 0; i < 50; ++i) {
                      j["cells"].push_back(cell);
                  }
              }).find("too many") != std::string::npos);
        // A column alone, short in text, must not take up the memory of whole rows.
        std::string zeros = "0";
        for (int i = 0; i < 20'000; ++i) {
            zeros += ",0";
        }
        CHECK(problem_of(R"({"cells": [{"samples": {"block": [)" + zeros + "]}}]}").find("rows") !=
              std::string::npos);
    }
}
