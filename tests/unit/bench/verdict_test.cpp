#include "bench/verdict.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "bench/disturbance.h"
#include "bench/made_up.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

struct Known {
    const char* kind;
    Build build;
    Row threads;
};

// The table of causes: 2 workers on 2 cores, sequential 200 ms on one core. Wall time = 200 ms ÷ speedup.
const std::vector<Known> table{
    {"scales", Build::ft, {105, 1.9, 0.01, 0}},
    {"lock_bound", Build::gil, {200, 1.0, 0.01, 130}},
    {"native_parallel", Build::gil, {101, 2.0, 0.02, 1}},
    {"application_lock", Build::ft, {182, 1.0, 0.01, 20}},
    {"gc_pauses", Build::ft, {182, 1.2, 0.01, 30, 0.35}},
    {"object_lock_contention", Build::ft, {200, 1.95, 0.01, 85}},
    {"object_lock_contention", Build::ft, {200, 1.95, 0.01, 200}},
    {"refcount_contention", Build::ft, {600, 1.9, 0.0, 0}},
    {"refcount_contention", Build::ft, {890, 1.9, 0.1, 0}},
    {"handoff_storm", Build::gil, {400, 1.4, 0.01, 11000}},
    {"machine_limited", Build::ft, {200, 1.0, 0.8, 0}},
    {"machine_limited", Build::ft, {200, 1.0, 0.9, 0}},
    {"machine_limited", Build::gil, {200, 0.6, 0.85, 100}},
    {"inconclusive", Build::ft, {143, 1.6, 0.01, 0}},
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

bool claims_scaling(const Verdict& verdict) {
    return verdict.kind == "scales" || verdict.kind == "native_parallel" || verdict.kind == "io_bound" ||
           verdict.kind == "lock_bound" || verdict.kind == "application_lock";
}

Verdict verdict_for(Build build, const Row& threads, int blocks = 8) {
    return verdict_on(summarized(report_of(columns_of(build, threads), blocks)), build);
}

Report waiting_report(Build build, const Row& threads) {
    Report report = report_of(columns_of(build, threads));
    report.measurements.waiting = true;
    for (Block& block : report.measurements.blocks) {
        block.cells[0] = block_of({200, 0.01, 0});
    }
    return report;
}

std::vector<Column> both_builds(const Row& gil_threads, const Row& ft_threads) {
    std::vector<Column> columns = columns_of(Build::gil, gil_threads);
    for (const Column& column : columns_of(Build::ft, ft_threads)) {
        columns.push_back(column);
    }
    return columns;
}

}  // namespace

TEST_SUITE("bench/verdict") {
    TEST_CASE("each row of the table of causes") {
        for (const Known& known : table) {
            CAPTURE(known.kind);
            CAPTURE(known.threads.wall_ms);
            const Verdict verdict = verdict_for(known.build, known.threads);
            CAPTURE(verdict.sentence);
            CHECK(verdict.kind == known.kind);
            CHECK(contains(verdict.sentence, "x ["));
            CHECK(verdict.sentence.back() == '.');
            CHECK(verdict.advice.back() == '.');
            CHECK(verdict.evidence.size() > 4);
        }
    }

    TEST_CASE("waiting in both builds") {
        for (const Build build : {Build::gil, Build::ft}) {
            const Verdict scaling = verdict_on(summarized(waiting_report(build, {101, 0.01, 0.0, 4})), build);
            CHECK(scaling.kind == "io_bound");
        }
        CHECK(verdict_on(summarized(waiting_report(Build::ft, {200, 0.01, 0.0, 4})), Build::ft).kind ==
              "application_lock");
        CHECK(verdict_on(summarized(waiting_report(Build::gil, {200, 0.01, 0.0, 4})), Build::gil).kind ==
              "lock_bound");
    }

    TEST_CASE("one core is enough for a workload that waits") {
        Report report = waiting_report(Build::gil, {101, 0.01, 0.0, 4});
        report.measurements.usable_cores = 1;
        CHECK(verdict_on(summarized(report), Build::gil).kind == "io_bound");
    }

    TEST_CASE("one worker: on one core that is the machine's limit, on several it is too few to ask about") {
        for (const double cores : {0.5, 1.0, 1.5, 2.0}) {
            Report report = report_of(columns_of(Build::gil, {200, 1.0, 0.01}, 1));
            report.measurements.usable_cores = cores;
            const Verdict verdict = verdict_on(summarized(report), Build::gil);
            CHECK(verdict.kind == (cores < 2 ? "machine_limited" : "inconclusive"));
        }
    }

    TEST_CASE("blocks in which a quota stopped the workers are no sign of a GIL") {
        Report report = report_of(columns_of(Build::gil, {200, 1.0, 0.01, 130}), 8);
        for (Block& block : report.measurements.blocks) {
            for (Sample& sample : block.cells[1]->samples) {
                sample.throttled = 2;
                sample.throttled_time = from_ms(100);
            }
            block.disturbed = disturbance(block, report.measurements);
            CHECK(block.disturbed.has_value());
        }
        CHECK(verdict_on(summarized(report), Build::gil).kind == "machine_limited");
    }

    TEST_CASE("only the free-threaded row tells the GIL from a lock") {
        const Row locked{200, 1.0, 0.01, 130};
        const Row parallel{105, 1.9, 0.01};
        const Verdict alone = verdict_for(Build::gil, locked);
        CHECK(contains(alone.sentence, "the GIL or a lock in this process"));
        const Report proven = summarized(report_of(both_builds(locked, parallel)));
        CHECK(contains(verdict_on(proven, Build::gil).sentence, "the GIL lets one worker run at a time"));
        CHECK(contains(verdict_on(proven, Build::gil).advice, "the free-threaded build"));
        const Report refuted = summarized(report_of(both_builds(locked, {182, 1.0, 0.01, 20})));
        CHECK(contains(verdict_on(refuted, Build::gil).sentence, "the GIL or a lock in this process"));
        CHECK(verdict_on(refuted, Build::ft).kind == "application_lock");
    }

    TEST_CASE("a GIL that an import turned back on proves nothing about the build") {
        Report report = report_of(both_builds({200, 1.0, 0.01, 130}, {200, 1.0, 0.01, 130, 0, 0, 0, true}));
        report.measurements.cells[5].gil_enabled_by = "old_module";
        summarize(report);
        const Verdict verdict = verdict_on(report, Build::ft);
        CHECK(verdict.kind == "gil_reenabled");
        CHECK(contains(verdict.sentence, "old_module"));
        CHECK(contains(verdict.advice, "old_module"));
    }

    TEST_CASE("the collector comes before locks, but doesn't explain wasted CPU time") {
        CHECK(verdict_for(Build::ft, {182, 1.0, 0.01, 20, 0.3}).kind == "gc_pauses");
        CHECK(verdict_for(Build::ft, {600, 1.9, 0.0, 0, 0.15}).kind == "refcount_contention");
        CHECK(verdict_for(Build::gil, {200, 1.0, 0.01, 130, 0.3}).kind == "lock_bound");
    }

    TEST_CASE("where processes don't gain either, it isn't the interpreter") {
        Report report = report_of(columns_of(Build::ft, {200, 1.95, 0.01}));
        for (Block& block : report.measurements.blocks) {
            block.cells[3] = block_of({200, 1.95, 0.01});
        }
        CHECK(verdict_on(summarized(report), Build::ft).kind == "machine_limited");
        for (Block& block : report.measurements.blocks) {
            block.cells[1] = block_of({200, 1.0, 0.01});
            block.cells[3] = block_of({200, 1.0, 0.01});
        }
        CHECK(verdict_on(summarized(report), Build::ft).kind == "application_lock");
    }

    TEST_CASE("more workers than cores are judged by the cores") {
        // 4 workers on 2 cores: sequential takes 400 ms, and 1.9x is all there is.
        for (const auto& [row, kind] : std::vector<std::pair<Row, std::string>>{
                 {{105, 1.9, 2.02}, "scales"}, {{198, 1.0, 0.02, 20}, "application_lock"}}) {
            const Report report = summarized(report_of(columns_of(Build::ft, row, 4)));
            CHECK(verdict_on(report, Build::ft).kind == kind);
        }
    }

    TEST_CASE("nothing is claimed from a disturbed, short, brief or one-core run") {
        for (const Known& known : table) {
            CAPTURE(known.kind);
            Report disturbed = report_of(columns_of(known.build, known.threads));
            disturbed.stopped_because = "too_disturbed";
            disturbed.measurements.blocks[0].disturbed = "a neighbour";
            summarize(disturbed);
            CHECK(verdict_on(disturbed, known.build).kind == "machine_limited");
            CHECK_FALSE(verdict_on(disturbed, known.build).fastest.has_value());

            Row shorter = known.threads;
            shorter.wall_ms = 99;
            CHECK_FALSE(claims_scaling(verdict_for(known.build, shorter)));

            CHECK(verdict_for(known.build, known.threads, 5).kind == "inconclusive");

            Report one_core = report_of(columns_of(known.build, known.threads));
            one_core.measurements.usable_cores = 1;
            CHECK(verdict_on(summarized(one_core), known.build).kind == "machine_limited");
        }
    }

    TEST_CASE("most blocks disturbed") {
        Report report = report_of(columns_of(Build::ft, {105, 1.9, 0.01}), 13);
        for (int i = 0; i < 7; ++i) {
            report.measurements.blocks[static_cast<std::size_t>(i)].disturbed = "a neighbour";
        }
        CHECK(verdict_on(summarized(report), Build::ft).kind == "machine_limited");
    }

    TEST_CASE("a machine that gives no parallelism to native code says nothing about Python") {
        Report report = report_of(columns_of(Build::ft, {190, 1.9, 0.01}));
        for (SpinSample& spin : report.measurements.machine_spins) {
            spin = {from_ms(100), from_ms(175), 2};
        }
        const Report summary = summarized(report);
        CHECK(verdict_on(summary, Build::ft).kind == "machine_limited");
        CHECK(contains(verdict_on(summary, Build::ft).sentence, "1.14x"));
    }

    TEST_CASE("too short rounds") {
        const Verdict verdict = verdict_for(Build::ft, {60, 1.9, 0.01});
        CHECK(verdict.kind == "too_small");
        CHECK_FALSE(verdict.fastest.has_value());
    }

    TEST_CASE("a quick look names its value and claims nothing") {
        Report report = report_of(columns_of(Build::ft, {105, 1.9, 0.01}), 1);
        report.measurements.quick_look = true;
        summarize(report);
        const Verdict verdict = verdict_on(report, Build::ft);
        CHECK(verdict.kind == "inconclusive");
        CHECK(contains(verdict.sentence, "threads at 1.89x with"));
        CHECK_FALSE(verdict.fastest.has_value());
        CHECK(has_warning(report, "quick_look"));
    }

    TEST_CASE("one worker, no threads, no cells, no blocks") {
        CHECK(verdict_on(summarized(report_of(columns_of(Build::ft, {200, 1, 0.01}, 1))), Build::ft).kind ==
              "inconclusive");
        std::vector<Column> columns = columns_of(Build::ft, {});
        columns.erase(columns.begin() + 1);
        const Report without = summarized(report_of(columns));
        CHECK(verdict_on(without, Build::ft).kind == "inconclusive");
        CHECK(verdict_on(without, Build::ft).fastest == Mode::interpreters);
        CHECK(verdict_on(summarized(report_of(columns_of(Build::ft, {}), 0)), Build::ft).kind ==
              "inconclusive");
        CHECK(summarized(Report{}).verdicts.empty());
    }

    TEST_CASE("a wide interval is undecided, not scaling") {
        const auto wild = [](int block, int cell) { return cell == 1 ? 0.7 + 0.15 * (block % 6) : 1.0; };
        Report report = report_of(columns_of(Build::ft, {150, 1.6, 0.01}), 6, wild);
        const Verdict verdict = verdict_on(summarized(report), Build::ft);
        CHECK(verdict.kind == "inconclusive");
    }

    TEST_CASE("the fastest mode is named only if no other comes near, with what it costs") {
        const Verdict clear = verdict_for(Build::gil, {200, 1.0, 0.01, 130});
        CHECK(clear.fastest == Mode::interpreters);
        CHECK(contains(clear.advice, "fastest here: interpreters"));
        CHECK(contains(clear.advice, "16 MiB and 20 ms of set-up"));
        const Verdict tied = verdict_for(Build::ft, {106, 1.9, 0.01});
        CHECK_FALSE(tied.fastest.has_value());
    }

    TEST_CASE("equal cells never scale, whatever the noise") {
        std::mt19937_64 random(3);
        std::normal_distribution<double> process(0, 0.04);
        for (int run = 0; run < 200; ++run) {
            const auto noise = [&](int, int) { return std::exp(process(random)); };
            const Report report =
                summarized(report_of(columns_of(Build::gil, {200, 1.0, 0.01, 130}), 6, noise));
            const std::string kind = verdict_on(report, Build::gil).kind;
            CHECK((kind == "lock_bound" || kind == "inconclusive"));
        }
    }
}
