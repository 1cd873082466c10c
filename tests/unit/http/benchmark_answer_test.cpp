#include "http/benchmark_answer.h"

#include <doctest/doctest.h>

using namespace gilscope;
using namespace gilscope::http;
using bench::Build;
using bench::Mode;
using nlohmann::ordered_json;

namespace {

bench::CellSummary cell(const std::string& interpreter, Build build, Mode mode, double run_ms) {
    bench::CellSummary summary;
    summary.facts.cell = {interpreter, build, mode, 2};
    summary.facts.checksum = "17984";
    summary.gil_enabled = build == Build::gil;
    summary.time_ms = bench::Estimate{run_ms, std::nullopt, std::nullopt};
    summary.best_ms = run_ms - 1;
    summary.setup_ms = 10;
    summary.speedup = bench::Estimate{1.98765, 1.9, 2.0};
    summary.cores_used = 1.5;
    summary.memory_mib = 12.3456;
    return summary;
}

bench::CellSummary unavailable_cell() {
    bench::CellSummary summary;
    summary.facts.cell = {"3.13", Build::gil, Mode::interpreters, 2};
    summary.facts.unavailable = bench::Unavailable{"numpy refuses", "numpy"};
    return summary;
}

bench::Report made_up_report() {
    bench::Report report;
    report.cells = {cell("3.13", Build::gil, Mode::sequential, 100),
                    cell("3.13", Build::gil, Mode::threads, 110), unavailable_cell(),
                    cell("3.13t", Build::ft, Mode::threads, 50)};
    report.machine_parallelism = bench::Estimate{1.9, 1.8, 2.0};
    report.cells[1].share_of_machine = 0.5;
    report.warnings = {
        {"machine_busy", "others use it", "stop them", ""},
        {"too_small", "it is short", "make it longer", bench::to_string(report.cells[1].facts.cell)}};
    bench::Verdict verdict;
    verdict.interpreter = "3.13";
    verdict.kind = "lock_bound";
    verdict.evidence = {{"speedup", 0.91, "x"}};
    report.verdicts = {verdict};
    return report;
}

BenchmarkRequest request(const std::string& task) {
    BenchmarkRequest made_up;
    made_up.task = task;
    made_up.size = task == "io" ? 50 : 200'000;
    made_up.interpreter = "3.13";
    made_up.run.workers = 2;
    return made_up;
}

std::vector<std::string> keys(const ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) {
        names.push_back(name);
    }
    return names;
}

}  // namespace

TEST_SUITE("http/benchmark_answer") {
    TEST_CASE("keys in the contract's order") {
        const auto answer = benchmark_answer(request("cpu"), made_up_report());
        CHECK(keys(answer) == std::vector<std::string>{"gil_enabled", "workers", "task", "checksum",
                                                       "results_ms", "n", "details", "verdicts", "warnings",
                                                       "blocks"});
        CHECK(keys(answer["details"][0]) ==
              std::vector<std::string>{"interpreter", "build", "mode", "gil_enabled", "checksum", "setup_ms",
                                       "run_ms", "speedup", "machine_parallelism", "share_of_machine",
                                       "cores_used", "memory_mib", "warnings", "scheduling_delay"});
        CHECK(benchmark_answer(request("io"), made_up_report())["delay_ms"] == 50);
    }

    TEST_CASE("results are set-up and median of the leading interpreter, null where there is none") {
        const auto answer = benchmark_answer(request("cpu"), made_up_report());
        CHECK(answer["results_ms"].dump() ==
              R"({"sequential":110.0,"threads":120.0,"interpreters":null,"processes":null})");
        CHECK(answer["gil_enabled"] == true);
        CHECK(answer["checksum"] == 17984);
    }

    TEST_CASE("times are of one call by each worker, however many a round made") {
        auto report = made_up_report();
        for (auto& each : report.cells) {
            each.facts.calls_per_worker = 4;
        }
        const auto answer = benchmark_answer(request("cpu"), report);
        CHECK(answer["results_ms"]["sequential"] == 35.0);
        CHECK(answer["details"][1]["run_ms"] == ordered_json{{"best", 27.25}, {"median", 27.5}});
        CHECK(answer["details"][1]["setup_ms"] == 10.0);
    }

    TEST_CASE("round trips that succeeded") {
        auto report = made_up_report();
        for (auto& each : report.cells) {
            each.facts.checksum = "1";
        }
        const auto answer = benchmark_answer(request("io"), report);
        CHECK(answer["checksum"] == 2);
        CHECK(answer["details"][0]["checksum"] == 2);
    }

    TEST_CASE("details") {
        const auto details = benchmark_answer(request("cpu"), made_up_report())["details"];
        CHECK(details[1]["run_ms"] == ordered_json{{"best", 109.0}, {"median", 110.0}});
        CHECK(details[1]["speedup"] == ordered_json{{"value", 1.988}, {"low", 1.9}, {"high", 2.0}});
        CHECK(details[1]["share_of_machine"] == 0.5);
        CHECK(details[1]["warnings"].size() == 1);
        CHECK(details[0]["share_of_machine"].is_null());
        CHECK(details[0]["warnings"].empty());
        CHECK(details[3]["build"] == "ft");
        CHECK(details[3]["gil_enabled"] == false);
    }

    TEST_CASE("an unavailable cell has a reason and no figures") {
        const auto detail = benchmark_answer(request("cpu"), made_up_report())["details"][2];
        CHECK(detail["unavailable"] == ordered_json{{"reason", "numpy refuses"}, {"module", "numpy"}});
        for (const auto* name : {"checksum", "setup_ms", "run_ms", "speedup", "cores_used", "memory_mib"}) {
            CHECK(detail[name].is_null());
        }
    }

    TEST_CASE("verdicts and the run's own warnings") {
        const auto answer = benchmark_answer(request("cpu"), made_up_report());
        CHECK(answer["verdicts"][0]["kind"] == "lock_bound");
        CHECK(answer["verdicts"][0]["fastest"].is_null());
        CHECK(answer["verdicts"][0]["evidence"][0]["value"] == 0.91);
        CHECK(answer["warnings"].size() == 1);
        CHECK(answer["blocks"] == ordered_json{{"counted", 0}, {"disturbed", 0}});
    }

    TEST_CASE("nothing was measured at all") {
        bench::Report empty;
        const auto answer = benchmark_answer(request("cpu"), empty);
        CHECK(answer["gil_enabled"].is_null());
        CHECK(answer["checksum"].is_null());
        CHECK(answer["details"].empty());
    }
}
