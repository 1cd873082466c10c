#include "bench/comparison.h"

#include <doctest/doctest.h>

#include "bench/made_up.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

Report measured(const Row& threads, int blocks = 8, Build build = Build::gil) {
    return summarized(report_of(columns_of(build, threads), blocks));
}

const ComparedCell& cell_of(const Comparison& comparison, Mode mode) {
    for (const ComparedCell& cell : comparison.cells) {
        if (cell.cell.mode == mode) {
            return cell;
        }
    }
    throw std::runtime_error("no such cell");
}

bool mentions(const Comparison& comparison, const std::string& text) {
    for (const std::string& sentence : comparison.reservations) {
        if (sentence.find(text) != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_SUITE("bench/comparison") {
    TEST_CASE("a run against itself: nothing differs") {
        const auto report = measured({});
        const auto comparison = compare(report, report);
        CHECK(comparison.cells.size() == 4);
        CHECK(comparison.reservations.empty());
        for (const ComparedCell& cell : comparison.cells) {
            CHECK(cell.time_ratio.value().value == doctest::Approx(1));
            CHECK(*cell.time_ratio->low <= 1);
            CHECK(*cell.time_ratio->high >= 1);
            CHECK_FALSE(cell.significant);
        }
    }

    TEST_CASE("what got slower is found, and only that") {
        const auto comparison = compare(measured(Row{200}), measured(Row{300}));
        const auto& threads = cell_of(comparison, Mode::threads);
        CHECK(threads.time_ratio.value().value == doctest::Approx(1.5).epsilon(0.01));
        CHECK(*threads.time_ratio->low > 1);
        CHECK(threads.significant);
        CHECK(threads.a->time_ms.value().value == doctest::Approx(20).epsilon(0.01));  // of ten calls' 200 ms
        CHECK(threads.b->speedup.value().value < threads.a->speedup.value().value);
        CHECK_FALSE(cell_of(comparison, Mode::processes).significant);
    }

    TEST_CASE("a difference within the noise is not significant") {
        const Noise noisy = [](int block, int) { return 1 + 0.1 * (block % 4); };
        const auto a = summarized(report_of(columns_of(Build::gil, Row{200}), 8, noisy));
        const auto b = summarized(report_of(columns_of(Build::gil, Row{210}), 8, noisy));
        CHECK_FALSE(cell_of(compare(a, b), Mode::threads).significant);
    }

    TEST_CASE("rounds of different numbers of calls are compared call by call") {
        auto other = report_of(columns_of(Build::gil, Row{400}));
        for (CellFacts& facts : other.measurements.cells) {
            facts.calls_per_worker *= 2;
        }
        const auto comparison = compare(measured(Row{200}), summarized(other));
        CHECK(cell_of(comparison, Mode::threads).time_ratio.value().value ==
              doctest::Approx(1).epsilon(0.01));
    }

    TEST_CASE("too few blocks: a ratio without an interval, and nothing is significant") {
        const auto comparison = compare(measured(Row{200}), measured(Row{900}, 3));
        const auto& threads = cell_of(comparison, Mode::threads);
        CHECK(threads.time_ratio.value().value > 4);
        CHECK_FALSE(threads.time_ratio->has_interval());
        CHECK_FALSE(threads.significant);
        CHECK(mentions(comparison, "second run has 3 blocks"));
    }

    TEST_CASE("cells that only one has stand alone") {
        const auto gil = measured({});
        const auto ft = measured({}, 8, Build::ft);
        const auto comparison = compare(gil, ft);
        CHECK(comparison.cells.size() == 8);
        CHECK_FALSE(comparison.cells.front().b);
        CHECK_FALSE(comparison.cells.back().a);
        CHECK_FALSE(comparison.cells.back().time_ratio);
        const auto json = to_json(comparison);
        CHECK(json["cells"][0]["b"].is_null());
        CHECK(json["cells"][0]["time_ratio"].is_null());
        CHECK(json["method"].get<std::string>().find("overlap") != std::string::npos);
    }

    TEST_CASE("another version of the same build stands for it, with a reservation") {
        auto newer = report_of(columns_of(Build::gil, {}));
        newer.interpreters[0].id = "3.14";
        newer.interpreters[0].version = "3.14.2";
        for (CellFacts& facts : newer.measurements.cells) {
            facts.cell.interpreter = "3.14";
        }
        const auto comparison = compare(measured({}), summarized(newer));
        CHECK(comparison.cells.size() == 4);
        CHECK(comparison.cells[0].b->interpreter == "3.14");
        CHECK(comparison.cells[0].time_ratio);
        CHECK(mentions(comparison, "3.14.2"));
    }

    TEST_CASE("what speaks against a comparison is said") {
        const auto a = measured({});
        auto b = a;
        b.machine["cpu_model"] = "another";
        b.measurements.usable_cores = 8;
        b.workload.parameters["n"] = 1;
        b.measurements.pinned = false;
        b.gilscope_version = "9";
        b.state = "cancelled";
        const auto comparison = compare(a, b);
        for (const auto* text :
             {"processor", "usable cores", "parameters", "Pinning", "Gilscope", "cancelled"}) {
            CAPTURE(text);
            CHECK(mentions(comparison, text));
        }
        CHECK(comparison.cells[0].time_ratio);
        b.workload.name = "other";
        CHECK_FALSE(compare(a, b).cells[0].time_ratio);
        CHECK(mentions(compare(a, b), "workload differs: primes and other"));
    }

    TEST_CASE("other numbers of workers are other cells") {
        const auto comparison = compare(measured({}), summarized(report_of(columns_of(Build::gil, {}, 4))));
        CHECK(comparison.cells.size() == 8);
        CHECK(mentions(comparison, "workers differs: 2 and 4"));
    }
}
