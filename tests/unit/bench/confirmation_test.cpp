#include "bench/confirmation.h"

#include <doctest/doctest.h>

#include "bench/made_up.h"
#include "bench/report_reader.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

const Row collecting{182, 1.2, 0.01, 30, 0.35};
const Row at_one_object{200, 1.95, 0.01, 85};
const Row counting{600, 1.9, 0.0, 0};
const Row parallel{105, 1.9, 0.01};
const Row alone{200, 1.0, 0.01};

Report report_with(const Row& threads) {
    return summarized(report_of(columns_of(Build::ft, threads)));
}

Verdict verdict_of(const Report& report) {
    REQUIRE(report.verdicts.size() == 1);
    return report.verdicts.front();
}

/// Six blocks of the confirming run, in which threads read like that.
Confirmation confirmed(const Report& report, Change change, const Row& threads) {
    Confirmation confirmation{change, "3.13t", 2, confirming_run(report, {change, "3.13t", 2})};
    for (int i = 0; i < confirming_blocks; ++i) {
        Block& block = confirmation.run.measurements.blocks.emplace_back();
        block.workers = confirmation.run.measurements.workers;
        block.cells = {block_of(alone, quiet(i, 0)), block_of(threads, quiet(i, 1))};
    }
    summarize(confirmation.run);
    return confirmation;
}

Verdict verdict_with(Report report, Change change, const Row& threads) {
    report.confirmations.push_back(confirmed(report, change, threads));
    summarize(report);
    return verdict_of(report);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::vector<Change> wanted_by(const Row& threads, Build build = Build::ft) {
    std::vector<Change> changes;
    for (const auto& wanted : wanted_confirmations(summarized(report_of(columns_of(build, threads))))) {
        CHECK(wanted.interpreter == "3.13t");
        CHECK(wanted.workers == 2);
        changes.push_back(wanted.change);
    }
    return changes;
}

using Changes = std::vector<Change>;

}  // namespace

TEST_SUITE("bench/confirmation") {
    TEST_CASE("what tests which verdict") {
        CHECK(wanted_by(collecting) == Changes{Change::collector_off});
        CHECK(wanted_by(at_one_object) == Changes{Change::private_modules});
        CHECK(wanted_by(counting) == Changes{Change::private_modules, Change::one_worker});
        CHECK(wanted_by(parallel).empty());
        CHECK(wanted_by({200, 1.0, 0.01, 130}, Build::gil).empty());
    }

    TEST_CASE("a confirming run has sequential and threads, as in the report but for the change") {
        const Report report = report_with(counting);
        const Report run = confirming_run(report, {Change::private_modules, "3.13t", 2});
        REQUIRE(run.measurements.cells.size() == 2);
        CHECK(run.measurements.cells[0].cell == report.measurements.cells[0].cell);
        CHECK(run.measurements.cells[1].cell == report.measurements.cells[1].cell);
        CHECK(run.measurements.cells[1].calls_per_worker == report.measurements.cells[1].calls_per_worker);
        CHECK(run.measurements.blocks.empty());
        CHECK(run.interpreters.size() == 1);
        const Report one = confirming_run(report, {Change::one_worker, "3.13t", 2});
        CHECK(one.measurements.workers == 1);
        CHECK(one.measurements.cells[1].cell.workers == 1);
    }

    TEST_CASE("about as long as its rounds") {
        const Report report = report_with(counting);  // a block: 2 warm-ups and 2 rounds of 200 and of 600 ms
        const double block_s = 0.3 + 2 * 0.1 + 2 * 0.2 + 4 * 0.6;
        CHECK(std::chrono::duration<double>(expected_length(report, {Change::private_modules, "3.13t", 2}))
                  .count() == doctest::Approx(6 * block_s).epsilon(0.01));
        CHECK(expected_length(report, {Change::private_modules, "3.14t", 2}).count() == 0);
    }

    TEST_CASE("the collector is convicted where threads gain without it, and acquitted where they don't") {
        const Verdict convicted = verdict_with(report_with(collecting), Change::collector_off, parallel);
        CHECK(convicted.kind == "gc_pauses");
        CHECK(contains(convicted.sentence, "with it off, they gain 1.9"));
        const Verdict acquitted =
            verdict_with(report_with(collecting), Change::collector_off, {190, 1.1, 0.01});
        CHECK(acquitted.kind == "application_lock");
        CHECK(contains(acquitted.sentence, "; without the garbage collector it is 1.05x"));
    }

    TEST_CASE("a little more without the collector doesn't make it the cause") {
        CHECK(verdict_with(report_with(collecting), Change::collector_off, {164, 1.1, 0.01}).kind ==
              "application_lock");
        const Row in_between{143, 1.6, 0.01, 30, 0.35};
        CHECK(verdict_with(report_with(in_between), Change::collector_off, {138, 1.6, 0.01}).kind ==
              "inconclusive");
    }

    TEST_CASE("a collector that ran in spite of all isn't acquitted") {
        const Verdict verdict =
            verdict_with(report_with(collecting), Change::collector_off, {190, 1.1, 0.01, 30, 0.3});
        CHECK(verdict.kind == "gc_pauses");
        CHECK(contains(verdict.sentence, "with automatic collection off it still ran 30 %"));
        Report report = report_with(collecting);
        Confirmation grown = confirmed(report, Change::collector_off, {190, 1.1, 0.01});
        for (Block& block : grown.run.measurements.blocks) {
            block.cells[1]->memory_bytes *= 10;
        }
        summarize(grown.run);
        report.confirmations.push_back(grown);
        summarize(report);
        CHECK(verdict_of(report).kind == "gc_pauses");
    }

    TEST_CASE("the collector isn't suspected where something else forbids a verdict") {
        Report small = report_of(columns_of(Build::ft, {143, 1.6, 0.01, 30, 0.35}));
        small.measurements.usable_cores = 1;
        CHECK(wanted_confirmations(summarized(small)).empty());
        CHECK(wanted_by({143, 1.9, 0.01, 30, 0.35}).size() == 1);
        CHECK(wanted_by({143, 4.5, 0.01, 30, 0.35}).empty());
    }

    TEST_CASE("an undecided verdict is decided where threads gain without the collector") {
        const Row in_between{143, 1.6, 0.01, 30, 0.35};
        CHECK(wanted_by(in_between) == Changes{Change::collector_off});
        CHECK(wanted_by({143, 1.6, 0.01, 30}).empty());
        CHECK(verdict_of(report_with(in_between)).kind == "inconclusive");
        const Verdict convicted = verdict_with(report_with(in_between), Change::collector_off, parallel);
        CHECK(convicted.kind == "gc_pauses");
        CHECK(contains(convicted.sentence, "Threads gain little from 2 workers: 1.40x"));
        CHECK(verdict_with(report_with(in_between), Change::collector_off, in_between).kind ==
              "inconclusive");
    }

    TEST_CASE("an interval that decides nothing changes nothing") {
        Report report = report_with(collecting);
        const std::string before = verdict_of(report).sentence;
        Confirmation wide = confirmed(report, Change::collector_off, {150, 1.4, 0.01});
        for (std::size_t i = 0; i < wide.run.measurements.blocks.size(); ++i) {
            wide.run.measurements.blocks[i].cells[1] = block_of({i % 2 == 0 ? 110.0 : 200.0, 1.4, 0.01});
        }
        summarize(wide.run);
        report.confirmations.push_back(wide);
        summarize(report);
        CHECK(verdict_of(report).kind == "gc_pauses");
        CHECK(verdict_of(report).sentence == before);
    }

    TEST_CASE("whose objects the threads share") {
        const Verdict own = verdict_with(report_with(at_one_object), Change::private_modules, parallel);
        CHECK(own.kind == "object_lock_contention");
        CHECK(contains(own.sentence, "so the objects are the module's"));
        const Verdict others =
            verdict_with(report_with(at_one_object), Change::private_modules, at_one_object);
        CHECK(others.kind == "object_lock_contention");
        CHECK(contains(others.advice, "Look for what else all threads use"));
        CHECK(contains(others.sentence, "so it isn't the module's objects alone"));
    }

    TEST_CASE("whether one thread alone is slow as well") {
        CHECK(contains(verdict_with(report_with(counting), Change::one_worker, {201, 1, 0}).sentence,
                       "one worker thread alone loses less than 10 % ("));
        CHECK(contains(verdict_with(report_with(counting), Change::one_worker, {400, 1, 0}).sentence,
                       "one worker thread alone is slow as well"));
        Report report = report_with(counting);
        Confirmation wide = confirmed(report, Change::one_worker, alone);
        wide.run.measurements.blocks[2].cells[1] = block_of({260, 1, 0});
        summarize(wide.run);
        report.confirmations.push_back(wide);
        summarize(report);
        CHECK(contains(verdict_of(report).sentence, "one worker thread alone may be slow as well, or not ("));
    }

    TEST_CASE("a run of another interpreter, W or too few blocks tests nothing") {
        Report report = report_with(collecting);
        const std::string before = verdict_of(report).sentence;
        for (int which = 0; which < 3; ++which) {
            Confirmation other = confirmed(report, Change::collector_off, parallel);
            other.interpreter = which == 0 ? "3.14t" : "3.13t";
            other.workers = which == 1 ? 4 : 2;
            if (which == 2) {
                other.run.measurements.blocks.pop_back();
                summarize(other.run);
            }
            report.confirmations = {other};
            summarize(report);
            CHECK(verdict_of(report).sentence == before);
        }
    }

    TEST_CASE("kept in the file with every sample, and read again") {
        Report report = report_with(counting);
        report.confirmations.push_back(confirmed(report, Change::private_modules, parallel));
        report.confirmations.push_back(confirmed(report, Change::one_worker, alone));
        summarize(report);
        const auto json = to_json(report);
        const Report again = parse_report(json.dump());
        REQUIRE(again.confirmations.size() == 2);
        CHECK(again.confirmations[0].change == Change::private_modules);
        CHECK(again.confirmations[0].run.measurements.blocks.size() == 6);
        CHECK(to_json(again).dump() == json.dump());
    }

    TEST_CASE("hostile confirmations are refused with a sentence") {
        Report report = report_with(counting);
        report.confirmations.push_back(confirmed(report, Change::private_modules, parallel));
        auto json = to_json(report);
        const auto refused = [](const nlohmann::ordered_json& bad) {
            try {
                parse_report(bad.dump());
            } catch (const BadReport& error) {
                return std::string(error.what());
            }
            return std::string("taken");
        };
        auto bad = json;
        bad["confirmations"][0]["change"] = "wishful_thinking";
        CHECK(contains(refused(bad), "confirmations[0].change must be collector_off"));
        bad = json;
        bad["confirmations"][0]["run"]["confirmations"] = json["confirmations"];
        CHECK(contains(refused(bad), "confirmations[0].run must be a run without confirmations"));
        bad = json;
        bad["confirmations"][0]["run"] = 7;
        CHECK(contains(refused(bad), "confirmations[0].run"));
        bad = json;
        bad = json;
        for (int copy = 0; copy < 40; ++copy) {
            bad["confirmations"].push_back(json["confirmations"][0]);
        }
        CHECK(contains(refused(bad), "confirmations must be a list of at most 32"));
        bad = json;
        bad["confirmations"][0]["run"]["cells"].push_back(json["confirmations"][0]["run"]["cells"][0]);
        CHECK(contains(refused(bad), "in confirmations[0].run: cells must be a list of at most 2"));
        bad = json;
        bad["confirmations"] = "none";
        CHECK(contains(refused(bad), "confirmations"));
        json.erase("confirmations");  // of an older Gilscope
        CHECK(refused(json) == "taken");
    }
}
