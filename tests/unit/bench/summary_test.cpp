#include <doctest/doctest.h>

#include "bench/made_up.h"
#include "bench/report.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

const Row parallel_row{104, 1.9, 0.02};
const Row locked_row{200, 1.0, 0.01, 130};

double equal(int, int) {
    return 1;
}

}  // namespace

TEST_SUITE("bench/summary") {
    TEST_CASE("a cell's figures are medians over blocks of medians over counted rounds") {
        const Report report =
            summarized(report_of(columns_of(Build::ft, {100, 1.9, 0.02, 40, 0.05}), 6, equal));
        const CellSummary& threads = report.cells[1];
        REQUIRE(threads.time_ms.has_value());
        CHECK(threads.time_ms->value == doctest::Approx(100));
        CHECK(*threads.time_ms->low == doctest::Approx(100));
        CHECK(threads.best_ms == doctest::Approx(99.9));
        CHECK(threads.speedup->value == doctest::Approx(2));
        CHECK(threads.cores_used == doctest::Approx(1.9));
        CHECK(threads.cpu_against_sequential == doctest::Approx(0.95));
        CHECK(threads.run_queue_share == doctest::Approx(0.01));
        CHECK(threads.voluntary_switches == 40);
        CHECK(threads.collection_share == doctest::Approx(0.05));
        CHECK(threads.setup_ms == doctest::Approx(20));
        CHECK(threads.memory_mib == doctest::Approx(16));
        CHECK(threads.peak_mib == doctest::Approx(24));
        CHECK(report.machine_parallelism->value == doctest::Approx(1.9));
        CHECK(threads.share_of_machine == doctest::Approx(2 / 1.9));
    }

    TEST_CASE("no share of a machine that gave less than one core, or whose figure has no interval") {
        Report slow = report_of(columns_of(Build::ft, {105, 1.9, 0.01}));
        for (SpinSample& spin : slow.measurements.machine_spins) {
            spin.many = spin.one * 3;  // 2 threads: 0.67
        }
        CHECK(summarized(slow).cells[1].share_of_machine == 0);
        Report few = report_of(columns_of(Build::ft, {105, 1.9, 0.01}));
        few.measurements.machine_spins.resize(2);
        CHECK(summarized(few).cells[1].share_of_machine == 0);
    }

    TEST_CASE("few blocks: the advice speaks of blocks, as the command line does") {
        const Report report = summarized(report_of(columns_of(Build::ft, {105, 1.9, 0.01}), 3));
        CHECK(to_json(report).dump().find("at least 6 blocks") != std::string::npos);
        CHECK(to_json(report).dump().find("repeats") == std::string::npos);
    }

    TEST_CASE("sequential is its own baseline") {
        const Report enough = summarized(report_of(columns_of(Build::ft, parallel_row), 6));
        CHECK(*enough.cells[0].speedup == Estimate{1, 1, 1});
        const Report few = summarized(report_of(columns_of(Build::ft, parallel_row), 5));
        CHECK(*few.cells[0].speedup == Estimate{1, std::nullopt, std::nullopt});
    }

    TEST_CASE("one block: values, no interval, and a warning that says so") {
        const Report report = summarized(report_of(columns_of(Build::ft, parallel_row), 1));
        CHECK(report.cells[1].speedup->value > 1.8);
        CHECK_FALSE(report.cells[1].speedup->has_interval());
        CHECK(has_warning(report, "few_blocks"));
    }

    TEST_CASE("a disturbed block doesn't count") {
        Report report = report_of(columns_of(Build::ft, parallel_row), 7, equal);
        Block& third = report.measurements.blocks[2];
        third.disturbed = "a neighbour";
        third.cells[1] = block_of({900, 1.0, 0.85});
        summarize(report);
        CHECK(report.counted_blocks() == 6);
        CHECK(report.disturbed_blocks() == 1);
        CHECK(*report.cells[1].speedup->low == doctest::Approx(200 / 104.0));
        CHECK(has_warning(report, "disturbed"));
        CHECK_FALSE(has_warning(report, "too_disturbed"));
    }

    TEST_CASE("a quota that made workers take turns is told, in the rounds that count") {
        Report report = report_of(columns_of(Build::ft, parallel_row));
        CHECK_FALSE(has_warning(summarized(report), "throttled"));
        Sample& warmup = report.measurements.blocks[0].cells[1]->samples[0];
        warmup.throttled = 3;
        warmup.throttled_time = from_ms(400);
        CHECK_FALSE(has_warning(summarized(report), "throttled"));
        Sample& counted = report.measurements.blocks[0].cells[1]->samples[4];
        counted.throttled = 1;
        counted.throttled_time = from_ms(40);
        CHECK(has_warning(summarized(report), "throttled"));
        report.measurements.blocks[0].disturbed = "a neighbour";
        CHECK_FALSE(has_warning(summarized(report), "throttled"));
    }

    TEST_CASE("a drift of the machine that all cells share leaves the speedup alone") {
        const auto drift = [](int block, int) { return 1 + 0.1 * block; };
        const Report report = summarized(report_of(columns_of(Build::ft, parallel_row), 10, drift));
        CHECK(report.cells[1].speedup->relative_half_width() < 0.001);
        CHECK(report.cells[1].time_ms->relative_half_width() > 0.1);
        CHECK_FALSE(has_warning(report, "wide_interval"));
    }

    TEST_CASE("a difference from process to process widens the interval") {
        const auto process = [](int block, int cell) { return cell == 1 ? 1 + 0.05 * (block % 5) : 1.0; };
        Report report = report_of(columns_of(Build::ft, {120, 1.7, 0.02}), 6, process);
        summarize(report);
        CHECK(report.cells[1].speedup->relative_half_width() > 0.05);
        CHECK(has_warning(report, "wide_interval"));
    }

    TEST_CASE("a scaled sequential cell is scaled in the summary, raw in the samples") {
        Report report = report_of(columns_of(Build::ft, {100, 0.01, 0}, 4), 6, equal);
        report.measurements.waiting = true;
        report.measurements.cells[0].measured_calls = 4;  // of 4 workers x 10 calls
        for (Block& block : report.measurements.blocks) {
            block.cells[0] = block_of({40, 0.01, 0});
        }
        summarize(report);
        CHECK(report.cells[0].time_ms->value == doctest::Approx(400));
        CHECK(report.cells[0].best_ms == doctest::Approx(399.6));
        CHECK(report.cells[1].speedup->value == doctest::Approx(4));
        CHECK(report.cells[1].share_of_machine == 0);
        CHECK(report.cells[1].cpu_against_sequential == 0);
        CHECK(report.measurements.blocks[0].cells[0]->samples.back().wall < from_ms(41));
        CHECK(has_warning(report, "scaled_sequential"));
    }

    TEST_CASE("two builds are compared only if nothing but the GIL differs") {
        std::vector<Column> columns = columns_of(Build::gil, locked_row);
        for (const Column& column : columns_of(Build::ft, parallel_row)) {
            columns.push_back(column);
        }
        columns[4].row.wall_ms = 220;  // the free-threaded build is a tenth slower alone
        Report report = report_of(columns, 6, equal);
        summarize(report);
        CHECK_FALSE(report.cells[1].speedup_against_gil.has_value());
        CHECK(report.cells[4].speedup_against_gil->value == doctest::Approx(200 / 220.0));
        CHECK(report.cells[5].speedup->value == doctest::Approx(220 / 104.0));
        CHECK(report.cells[5].speedup_against_gil->value == doctest::Approx(200 / 104.0));
        CHECK_FALSE(has_warning(report, "different_builds"));

        report.interpreters[1].optimization = "-O3";
        summarize(report);
        CHECK_FALSE(report.cells[5].speedup_against_gil.has_value());
        CHECK(has_warning(report, "different_builds"));
    }

    TEST_CASE("an unavailable cell has no figures, and the others keep theirs") {
        Report report = report_of(columns_of(Build::gil, locked_row));
        report.measurements.cells[2].unavailable =
            Unavailable{"numpy can't be imported in a subinterpreter", "numpy"};
        for (Block& block : report.measurements.blocks) {
            block.cells[2] = std::nullopt;
        }
        summarize(report);
        CHECK_FALSE(report.cells[2].time_ms.has_value());
        CHECK_FALSE(report.cells[2].speedup.has_value());
        CHECK(report.cells[1].speedup.has_value());
        CHECK(has_warning(report, "unavailable"));
    }

    TEST_CASE("rounds without any time don't break anything") {
        const Report report = summarized(report_of(columns_of(Build::gil, {0, 0, 0})));
        CHECK_FALSE(report.cells[1].time_ms.has_value());
        CHECK_FALSE(report.cells[1].speedup.has_value());
    }

    TEST_CASE("short rounds, missing pinning and a GIL that came back are told") {
        Report report = report_of(columns_of(Build::ft, {90, 1.9, 0.02, 0, 0, 0, 0, true}));
        report.measurements.pinned = false;
        report.measurements.cells[1].gil_enabled_by = "some_module";
        summarize(report);
        CHECK(has_warning(report, "too_small"));
        CHECK(has_warning(report, "not_pinned"));
        CHECK(has_warning(report, "gil_reenabled"));
        report.measurements.usable_cores = 1;
        summarize(report);
        CHECK_FALSE(has_warning(report, "not_pinned"));
    }

    TEST_CASE("a machine that changes its own speed is told, a steady one isn't") {
        Report report = report_of(columns_of(Build::ft, {200, 1.9, 0.02, 0, 0, 0, 0, false}));
        report.measurements.machine_spins = {{from_ms(100), from_ms(101), 2},
                                             {from_ms(105), from_ms(106), 2}};
        summarize(report);
        CHECK_FALSE(has_warning(report, "unsteady_machine"));
        report.measurements.machine_spins.push_back({from_ms(130), from_ms(131), 2});
        summarize(report);
        CHECK(has_warning(report, "unsteady_machine"));
    }

    TEST_CASE("every warning has a remedy; the machine's come first, and a second summary repeats none") {
        Report report = report_of(columns_of(Build::ft, {90, 1.9, 0.02, 0, 0, 0, 0, true}), 3);
        report.warnings.push_back({"machine_busy", "load 3.1", "Stop the other programs.", ""});
        summarize(report);
        const std::vector<Warning> first = report.warnings;
        CHECK(first.front().code == "machine_busy");
        CHECK(first.size() > 2);
        for (const Warning& warning : first) {
            CAPTURE(warning.code);
            CHECK_FALSE(warning.message.empty());
            CHECK_FALSE(warning.remedy.empty());
        }
        summarize(report);
        CHECK(report.warnings == first);
    }

    TEST_CASE("a quiet run with enough blocks has no warnings") {
        CHECK(summarized(report_of(columns_of(Build::ft, parallel_row))).warnings.empty());
    }
}
