#include "bench/break_even.h"

#include <doctest/doctest.h>

#include "bench/made_up.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

double equal(int, int) {
    return 1;
}

/// Sequential takes 200 ms with a GIL, `alone_ms` without, and its threads `threads_ms`.
Report both_builds(double alone_ms, double threads_ms, int blocks = 6) {
    std::vector<Column> columns = columns_of(Build::gil, Row{200, 1});
    for (const Column& column : columns_of(Build::ft, Row{threads_ms, 1.9, 0.02})) {
        columns.push_back(column);
    }
    columns[4].row.wall_ms = alone_ms;
    return summarized(report_of(columns, blocks, equal));
}

Estimate between(double low, double value, double high) {
    return {value, low, high};
}

double evidence_named(const Verdict& verdict, const std::string& name) {
    for (const Evidence& evidence : verdict.evidence) {
        if (evidence.name == name) {
            return evidence.value;
        }
    }
    return -1;
}

}  // namespace

TEST_SUITE("bench/break_even") {
    TEST_CASE("interpolated between the two numbers of workers around it") {
        const auto workers = break_even_workers({{1, between(0.6, 0.7, 0.8)}, {2, between(1.0, 1.3, 1.6)}});
        REQUIRE(workers.has_value());
        CHECK(workers->value == doctest::Approx(1.5));
        CHECK(*workers->low == doctest::Approx(1.25));
        CHECK(*workers->high == doctest::Approx(2));
    }

    TEST_CASE("the first crossing counts, whatever comes after it") {
        const auto workers = break_even_workers({{1, {0.5, {}, {}}}, {4, {2, {}, {}}}, {8, {0.9, {}, {}}}});
        CHECK(workers->value == doctest::Approx(2));
        CHECK_FALSE(workers->has_interval());
    }

    TEST_CASE("as quick alone, or never") {
        CHECK(break_even_workers({{1, between(0.9, 1.0, 1.1)}, {2, between(1, 2, 3)}})->value == 1);
        CHECK_FALSE(break_even_workers({{1, {0.5, {}, {}}}, {2, {0.9, {}, {}}}}).has_value());
        CHECK_FALSE(break_even_workers({}).has_value());
    }

    TEST_CASE("no interval where its lower end doesn't get there") {
        const auto workers = break_even_workers({{1, between(0.6, 0.7, 0.8)}, {2, between(0.9, 1.3, 1.6)}});
        CHECK(workers->value == doctest::Approx(1.5));
        CHECK_FALSE(workers->has_interval());
    }

    TEST_CASE("only what the intervals allow is said") {
        const AgainstGil slower{1, between(0.6, 0.7, 0.8)};
        const AgainstGil either{2, between(0.9, 1.1, 1.3)};
        const AgainstGil quicker{4, between(1.5, 1.6, 1.7)};
        CHECK(break_even_text({slower, either, quicker}) == "they break even between 1 and 4 workers");
        CHECK(break_even_text({{1, either.speedup}, quicker}) == "they have broken even with 4 workers");
        CHECK(break_even_text({slower, either}) == "whether they break even with up to 2 workers is open");
        CHECK(break_even_text({slower, {2, slower.speedup}}) == "they don't break even with up to 2 workers");
        CHECK(break_even_text({{1, quicker.speedup}, either}) == "one worker is as quick already");
        CHECK(break_even_text({slower, {2, quicker.speedup}, {8, slower.speedup}}) ==
              "they break even between 1 and 2 workers, and are slower with 8");
        CHECK(break_even_text({slower, {2, {1.6, {}, {}}}}).empty());
    }

    TEST_CASE("the line below the rows, and the evidence") {
        const Report report = both_builds(250, 125);
        CHECK(against_gil_line(report, "3.13t") ==
              "against the GIL build's sequential time: sequential 0.80x [0.80-0.80], threads 1.60x "
              "[1.60-1.60] with 2 workers; they break even between 1 and 2 workers");
        CHECK(against_gil_line(report, "3.13").empty());
        const Verdict& verdict = report.verdicts[1];
        CHECK(evidence_named(verdict, "speedup_against_gil") == doctest::Approx(1.6));
        CHECK(evidence_named(verdict, "speedup_against_gil_low") == doctest::Approx(1.6).epsilon(0.02));
        CHECK(evidence_named(verdict, "break_even_workers") == doctest::Approx(1.25));
        CHECK(evidence_named(verdict, "break_even_workers_high") > 1.24);
        CHECK(evidence_named(report.verdicts[0], "break_even_workers") == -1);
    }

    TEST_CASE("figures alone where nothing may be concluded") {
        CHECK(against_gil_line(both_builds(250, 240, 1), "3.13t").ends_with("threads 0.83x with 2 workers"));
        Report doubtful = both_builds(250, 125);
        doubtful.measurements.usable_cores = 1;
        summarize(doubtful);
        REQUIRE(doubtful.verdicts[1].kind == "machine_limited");
        CHECK(against_gil_line(doubtful, "3.13t").ends_with(" with 2 workers"));
    }

    TEST_CASE("nothing is said of builds that differ in more than the GIL, and of waiting") {
        Report report = both_builds(250, 125);
        report.measurements.waiting = true;
        CHECK(against_gil_line(report, "3.13t").empty());
        report.measurements.waiting = false;
        report.interpreters[1].optimization = "-O3";
        summarize(report);
        CHECK(against_gil_line(report, "3.13t").empty());
    }
}
