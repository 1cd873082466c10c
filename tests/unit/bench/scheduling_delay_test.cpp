#include "bench/scheduling_delay.h"

#include <doctest/doctest.h>

#include <numeric>

#include "bench/delay_wording.h"
#include "bench/made_up.h"
#include "bench/observation.h"
#include "bench/report_reader.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t threads = 1;  // the place of the cell in columns_of()

void observe(CellBlock& block, double lock_wait_ms, double delay_share, int workers = 2) {
    block.observed_wall = from_ms(100);
    block.observed_run_queue_delay = from_ms(100 * workers * delay_share);
    for (int i = 0; i < 10; ++i) {
        block.probes.push_back({from_ms(0.05 + 0.001 * i), from_ms(lock_wait_ms * (1 + 0.01 * i))});
    }
}

Report observed(Build build, double lock_wait_ms, double delay_share = 0.01) {
    const Row slow{200, 1.0, 0.01, 130, 0, 0, 0, build == Build::gil};
    Report report = report_of(columns_of(build, slow), 8);
    for (Block& block : report.measurements.blocks) {
        observe(*block.cells[threads], lock_wait_ms, delay_share);
    }
    return report;
}

SchedulingDelay delay_of(const Report& report) {
    return scheduling_delay(report.measurements, threads).value();
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("bench/scheduling_delay") {
    TEST_CASE("percentiles by nearest rank, whatever the order") {
        std::vector<double> values(100);
        std::iota(values.rbegin(), values.rend(), 1.0);
        CHECK(percentiles_of(values) == Percentiles{50, 95, 99, 100});
        CHECK(percentiles_of({7}) == Percentiles{7, 7, 7, 7});
        CHECK(percentiles_of({3, 1}) == Percentiles{1, 3, 3, 3});
        CHECK_FALSE(percentiles_of({}).has_value());
    }

    TEST_CASE("the samples of all blocks that count are pooled") {
        Report report = observed(Build::gil, 5);
        report.measurements.blocks[3].disturbed = "a neighbour";
        const SchedulingDelay delay = delay_of(report);
        CHECK(delay.valid);
        CHECK(delay.waits_for_lock);
        CHECK(delay.samples == 70);
        CHECK(delay.interval_ms == 10);
        CHECK(delay.lock_wait_us->p50 == doctest::Approx(5200));
        CHECK(delay.lock_wait_us->max == doctest::Approx(5450));
        CHECK(delay.wake_late_us->p50 == doctest::Approx(54));
        CHECK_FALSE(scheduling_delay(report.measurements, 0).has_value());
    }

    TEST_CASE("without a GIL it is a wait for pauses, unless something turned the GIL back on") {
        Report report = observed(Build::ft, 0.003);
        CHECK_FALSE(delay_of(report).waits_for_lock);
        report.measurements.blocks[0].cells[threads]->samples.back().gil_enabled = true;
        CHECK(delay_of(report).waits_for_lock);
    }

    TEST_CASE(
        "rounds with disturbed workers are left out; with more than half of them gone, nothing is said") {
        for (const int disturbed : {4, 5}) {
            Report report = observed(Build::gil, 5);
            for (int b = 0; b < disturbed; ++b) {
                CellBlock& block = *report.measurements.blocks[static_cast<std::size_t>(b)].cells[threads];
                block.observed_run_queue_delay = from_ms(100 * 2 * 0.051);
                block.probes.assign(10, {from_ms(90), from_ms(900)});
            }
            const SchedulingDelay delay = delay_of(report);
            CHECK(delay.valid == (disturbed == 4));
            CHECK(delay.samples == (disturbed == 4 ? 40 : 80));
            CHECK(delay.lock_wait_us.has_value() == delay.valid);
            CHECK(delay.wake_late_us.has_value() == delay.valid);
            if (delay.valid) {
                CHECK(delay.lock_wait_us->max < 6000);
            }
        }
    }

    TEST_CASE("threads that share a GIL run in turn: the delay of all is the holder's") {
        CHECK_FALSE(delay_of(observed(Build::gil, 5, 0.03)).valid);
        CHECK(delay_of(observed(Build::ft, 5, 0.03)).valid);
    }

    TEST_CASE("the report keeps the samples, and reads them again") {
        const Report report = summarized(observed(Build::gil, 5));
        const auto json = to_json(report);
        const auto& cell = json["cells"][threads];
        CHECK(cell["probes"]["lock_wait_ns"].size() == 80);
        CHECK(cell["probes"]["block"][79] == 7);
        CHECK(cell["scheduling_delay"].dump() ==
              R"({"wake_late_us":{"p50":54.0,"p95":59.0,"p99":59.0,"max":59.0},)"
              R"("lock_wait_us":{"p50":5200.0,"p95":5450.0,"p99":5450.0,"max":5450.0},)"
              R"("samples":80,"interval_ms":10.0,"valid":true})");
        CHECK(json["cells"][0]["scheduling_delay"].is_null());
        CHECK(to_json(read_report(json)) == json);
        CHECK(to_json(parse_report(to_text(report))) == json);
        const auto free_threaded = to_json(summarized(observed(Build::ft, 0.003)));
        CHECK(free_threaded["cells"][threads]["scheduling_delay"].contains("pause_wait_us"));
        CHECK_FALSE(free_threaded["cells"][threads]["scheduling_delay"].contains("lock_wait_us"));
        CHECK(to_json(read_report(free_threaded)) == free_threaded);
    }

    TEST_CASE("a file from before there was a probe") {
        auto json = to_json(summarized(observed(Build::gil, 5)));
        for (auto& cell : json["cells"]) {
            cell.erase("scheduling_delay");
            cell.erase("probes");
            cell["blocks"].erase("observed_wall_ns");
            cell["blocks"].erase("observed_run_queue_delay_ns");
        }
        const Report report = read_report(json);
        CHECK(report.cells.size() == 4);
        CHECK_FALSE(report.cells[threads].scheduling_delay.has_value());
        json["cells"][0]["probes"] = {{"block", {0}}, {"wake_late_ns", {1}}, {"lock_wait_ns", {1, 2}}};
        CHECK_THROWS_AS(read_report(json), BadReport);
        json["cells"][0]["probes"] = {{"block", {99}}, {"wake_late_ns", {1}}, {"lock_wait_ns", {2}}};
        CHECK_THROWS_AS(read_report(json), BadReport);
    }

    TEST_CASE("verdicts cite the wait, and one far above the switch interval is native code's") {
        const Verdict fair = verdict_on(summarized(observed(Build::gil, 10)), Build::gil);
        CHECK(fair.kind == "lock_bound");
        CHECK(contains(fair.sentence, "a thread that asks for the GIL waits 10 ms (median of 80)"));
        CHECK(std::any_of(fair.evidence.begin(), fair.evidence.end(), [](const Evidence& evidence) {
            return evidence.name == "lock_wait" && evidence.value == doctest::Approx(10.4) &&
                   evidence.unit == "ms";
        }));
        const Verdict long_call = verdict_on(summarized(observed(Build::gil, 31)), Build::gil);
        CHECK(long_call.kind == "long_native_call");
        CHECK(contains(long_call.sentence, "waits 32 ms (median of 80)"));
        CHECK(contains(long_call.advice, "interpreters (1.8"));
    }

    TEST_CASE("threads whose whole interval is below 1 don't gain nothing: they lose") {
        const Row slower{274, 1.0, 0.01, 130, 0, 0, 0, true};
        const Verdict verdict = verdict_on(summarized(report_of(columns_of(Build::gil, slower))), Build::gil);
        CHECK(verdict.kind == "lock_bound");
        CHECK(verdict.sentence.starts_with("Threads lose time with 2 workers: 0.73x ["));
    }

    TEST_CASE("a wait that can't be trusted decides nothing") {
        const Verdict verdict = verdict_on(summarized(observed(Build::gil, 500, 0.06)), Build::gil);
        CHECK(verdict.kind == "lock_bound");
        CHECK_FALSE(contains(verdict.sentence, "waits"));
        CHECK(verdict_on(summarized(observed(Build::ft, 500)), Build::ft).kind == "application_lock");
    }

    TEST_CASE("in words") {
        const auto lines = delay_lines(summarized(observed(Build::gil, 5)), "3.13");
        CHECK(lines ==
              std::vector<std::string>{"waits for the GIL, median (99 %): threads 5.2 (5.5) ms",
                                       "woken late by the system, median (99 %): threads 0.054 (0.059) ms"});
        const auto unknown = delay_lines(summarized(observed(Build::gil, 5, 0.06)), "3.13");
        CHECK(unknown == std::vector<std::string>{"waits for the GIL, median (99 %): not known for threads, "
                                                  "whose workers waited for a CPU"});
        CHECK(delay_lines(summarized(report_of(columns_of(Build::gil, {}))), "3.13").empty());
    }
}

TEST_SUITE("bench/observation") {
    TEST_CASE("observed rounds take a bounded share of the run") {
        CHECK(time_to_observe(std::chrono::seconds(10), {}) == milliseconds(800));
        CHECK(time_to_observe(std::chrono::seconds(10), milliseconds(700)) == milliseconds(100));
        CHECK(time_to_observe(std::chrono::seconds(10), milliseconds(900)) == milliseconds(0));
    }

    TEST_CASE("the least observed cells come first, as long as there is time") {
        Report report = observed(Build::gil, 5);
        Measurements& run = report.measurements;
        Block block = run.blocks[0];
        for (auto& cell : block.cells) {
            cell->samples.back().calls = 10;  // of some 20 or 10 ms each
        }
        const auto chosen = observations(run, block, milliseconds(340));
        REQUIRE(chosen.size() == 3);
        CHECK(chosen[0].cell == 0);
        CHECK(chosen[0].calls == 6);
        CHECK(chosen[1].cell == 2);
        CHECK(chosen[1].calls == 10);
        CHECK(chosen[2].cell == 3);
        CHECK(observations(run, block, milliseconds(5)).empty());
        block.cells[0].reset();
        CHECK(observations(run, block, milliseconds(320))[0].cell == 2);
    }

    TEST_CASE("where the probe has to wait long, the round is longer") {
        Report report = observed(Build::gil, 30);
        Measurements& run = report.measurements;
        for (Block& block : run.blocks) {
            block.cells[threads]->observed_wall = from_ms(300);  // for ten samples
        }
        Block block = run.blocks[0];
        block.cells[0].reset();
        block.cells[2].reset();
        block.cells[3].reset();
        block.cells[threads]->samples.back().calls = 10;
        const auto chosen = observations(run, block, std::chrono::seconds(10));
        REQUIRE(chosen.size() == 1);
        CHECK(chosen[0].calls == 15);
        CHECK(observations(run, block, milliseconds(100))[0].calls == 4);  // what fits
    }
}
