#include <doctest/doctest.h>

#include <limits>

#include "bench/made_up.h"
#include "bench/report.h"
#include "bench/report_reader.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) {
        names.push_back(name);
    }
    return names;
}

Report with_everything() {
    Report report = report_of(columns_of(Build::ft, {105, 1.9, 0.01}), 7);
    report.measurements.blocks[1].disturbed = "a neighbour";
    report.measurements.cells[2].unavailable = Unavailable{"no subinterpreters", ""};
    for (Block& block : report.measurements.blocks) {
        block.cells[2] = std::nullopt;
    }
    return summarized(report);
}

}  // namespace

TEST_SUITE("bench/report_json") {
    TEST_CASE("the keys, in their order") {
        const Json json = to_json(with_everything());
        CHECK(keys(json) == std::vector<std::string>{"schema",        "kind",
                                                     "experiment",    "gilscope",
                                                     "started_at",    "finished_at",
                                                     "state",         "stopped_because",
                                                     "workload",      "workers",
                                                     "usable_cores",  "pinned",
                                                     "waiting",       "quick_look",
                                                     "hash_seeds",    "machine",
                                                     "interpreters",  "machine_parallelism",
                                                     "blocks",        "cells",
                                                     "verdicts",      "warnings",
                                                     "confirmations", "output"});
        CHECK(json["schema"] == report_schema);
        CHECK(json["kind"] == "gilscope-report");
        CHECK(json["workload"]["parameters"]["n"] == 200000);
        CHECK(keys(json["cells"][0]) == std::vector<std::string>{"interpreter",
                                                                 "build",
                                                                 "mode",
                                                                 "workers",
                                                                 "gil_enabled",
                                                                 "gil_enabled_by",
                                                                 "checksum",
                                                                 "calls_per_worker",
                                                                 "measured_calls",
                                                                 "unavailable",
                                                                 "time_ms",
                                                                 "best_ms",
                                                                 "speedup",
                                                                 "speedup_against_gil",
                                                                 "share_of_machine",
                                                                 "cores_used",
                                                                 "cpu_against_sequential",
                                                                 "run_queue_share",
                                                                 "voluntary_switches",
                                                                 "collection_share",
                                                                 "setup_ms",
                                                                 "memory_mib",
                                                                 "peak_mib",
                                                                 "scheduling_delay",
                                                                 "blocks",
                                                                 "samples",
                                                                 "probes"});
    }

    TEST_CASE("blocks and their reasons") {
        const Json json = to_json(with_everything());
        CHECK(json["blocks"]["counted"] == 6);
        CHECK(json["blocks"]["disturbed"] == 1);
        CHECK(json["blocks"]["coverage"] == doctest::Approx(0.96875));
        CHECK(json["blocks"]["disturbed_because"].size() == 7);
        CHECK(json["blocks"]["disturbed_because"][0].is_null());
        CHECK(json["blocks"]["disturbed_because"][1] == "a neighbour");
        CHECK(json["hash_seeds"].size() == 7);
        CHECK(json["machine_parallelism"]["spins"]["one_ns"].size() == 7);
    }

    TEST_CASE("samples are columns of equal length, raw and complete") {
        const Report report = with_everything();
        const Json json = to_json(report);
        const Json& samples = json["cells"][1]["samples"];
        CHECK(keys(samples).size() == 20);
        for (const std::string& name : keys(samples)) {
            CAPTURE(name);
            CHECK(samples[name].size() == 7 * 5);
        }
        const Sample& first = report.measurements.blocks[0].cells[1]->samples[0];
        CHECK(samples["warmup"][0] == true);
        CHECK(samples["wall_ns"][0] == first.wall.count());
        CHECK(samples["block"][34] == 6);
        CHECK(json["cells"][1]["blocks"]["setup_ns"][0] == 20'000'000);
    }

    TEST_CASE("an unavailable cell has null figures and empty columns") {
        const Json cell = to_json(with_everything())["cells"][2];
        CHECK(cell["unavailable"]["reason"] == "no subinterpreters");
        CHECK(cell["unavailable"]["module"].is_null());
        CHECK(cell["time_ms"].is_null());
        CHECK(cell["speedup"].is_null());
        CHECK(cell["samples"]["wall_ns"] == Json::array());
        CHECK(cell["blocks"]["index"] == Json::array());
    }

    TEST_CASE("a cell that was not measured has null instead of zeros, also after reading") {
        Report report = report_of(columns_of(Build::gil, {200, 1, 0.01, 0, 0, 0, 0, true}), 0);
        report.state = "cancelled";
        const Json json = to_json(summarized(report));
        for (const Json& again : {json, to_json(parse_report(json.dump()))}) {
            for (const Json& cell : again["cells"]) {
                for (const char* name :
                     {"gil_enabled", "time_ms", "best_ms", "speedup", "share_of_machine", "cores_used",
                      "cpu_against_sequential", "run_queue_share", "voluntary_switches", "collection_share",
                      "setup_ms", "memory_mib", "peak_mib"}) {
                    CAPTURE(name);
                    CHECK(cell[name].is_null());
                }
            }
        }
        CHECK(json["verdicts"][0]["sentence"].get<std::string>().find("first block") != std::string::npos);
    }

    TEST_CASE("a cell of disturbed blocks alone has no figures, but its GIL was seen") {
        Report report = report_of(columns_of(Build::gil, {200, 1, 0.01, 0, 0, 0, 0, true}), 1);
        report.measurements.blocks[0].disturbed = "a neighbour";
        const Json cell = to_json(summarized(report))["cells"][1];
        CHECK(cell["gil_enabled"] == true);
        CHECK(cell["cores_used"].is_null());
    }

    TEST_CASE("no NaN and no infinity reach a reader") {
        Report report = with_everything();
        report.cells[1].cores_used = std::numeric_limits<double>::quiet_NaN();
        report.cells[1].speedup->value = std::numeric_limits<double>::infinity();
        report.verdicts[0].evidence.push_back({"bad", std::numeric_limits<double>::quiet_NaN(), ""});
        const Json json = to_json(report);
        CHECK(json["cells"][1]["cores_used"].is_null());
        CHECK(json["cells"][1]["speedup"]["value"].is_null());
        CHECK(json["verdicts"][0]["evidence"].back()["value"].is_null());
        CHECK(Json::parse(json.dump()) == json);
    }

    TEST_CASE("the text of a file: a member a line, a column a line, the same JSON") {
        const Json json = to_json(with_everything());
        const std::string text = to_text(with_everything());
        CHECK(Json::parse(text) == json);
        CHECK(text.starts_with("{\n \"schema\": 2,\n \"kind\""));
        CHECK(text.find("\n    \"block\": [0,0,0,0,0,1") != std::string::npos);
        CHECK(text.ends_with("\n}\n"));
        Report strange = with_everything();
        strange.output = "\xff";
        CHECK(Json::parse(to_text(strange))["output"] == "\uFFFD");
    }

    TEST_CASE("an empty report is valid JSON too") {
        const Json json = to_json(summarized(Report{}));
        CHECK(json["cells"] == Json::array());
        CHECK(json["verdicts"] == Json::array());
        CHECK(json["machine_parallelism"]["value"].is_null());
        CHECK(json["blocks"]["coverage"] == 0);
    }
}
