#include "runs/run.h"

#include <doctest/doctest.h>

#include "runs/made_up_runs.h"

using namespace gilscope;
using namespace gilscope::runs;
using Json = nlohmann::ordered_json;

TEST_SUITE("runs/run") {
    TEST_CASE("the resource in the contract's order, its report last") {
        Run run;
        run.id = "i";
        run.experiment = "compare";
        run.name = "a \"name\"";
        run.failure = Failure{"deadline", "too late", "", nullptr};
        run.created_at = storage::from_microseconds(1);
        const auto text = to_text(run, R"({"schema":2})");
        const std::string wanted =
            R"({"id":"i","experiment":"compare","name":"a \"name\"","state":"queued",)"
            R"("failure":{"code":"deadline","message":"too late"},"imported":false,)"
            R"("created_at":"1970-01-01T00:00:00.000001+00:00","started_at":null,"finished_at":null,)"
            R"("request":null,"machine":null,"progress":null,"headline":null,"report":{"schema":2}})";
        CHECK(text == wanted);
        CHECK(to_text(run, "").ends_with(R"("headline":null,"report":null})"));
    }

    TEST_CASE("a failure goes there and back") {
        const Failure whole{"checksum_mismatch", "m", "t", {{"a", "1"}}};
        CHECK(to_json(failure_from(to_json(whole)).value()) == to_json(whole));
        CHECK_FALSE(failure_from(nullptr));
    }

    TEST_CASE("states have names") {
        for (const auto state :
             {RunState::queued, RunState::running, RunState::done, RunState::failed, RunState::cancelled}) {
            CHECK(state_named(name_of(state)) == state);
        }
        CHECK_FALSE(state_named("asleep"));
        CHECK_FALSE(state_named(""));
    }

    TEST_CASE("the headline names the fastest mode of each interpreter, if there is one") {
        auto report = made_up::report();
        const auto headline = headline_of(report);
        REQUIRE(headline.size() == 1);
        CHECK(headline[0]["interpreter"] == "3.13");
        CHECK(headline[0]["build"] == "gil");
        CHECK(headline[0]["fastest"] == "interpreters");
        CHECK(headline[0]["speedup"]["value"].get<double>() > 1.5);
        CHECK(headline[0]["verdict"] == "lock_bound");
        report.verdicts[0].fastest.reset();
        CHECK(headline_of(report)[0]["fastest"].is_null());
        CHECK(headline_of(report)[0]["speedup"].is_null());
        report.verdicts.clear();
        CHECK(headline_of(report).is_null());
    }

    TEST_CASE("of several numbers of workers, the headline takes the best") {
        auto report = made_up::report();
        auto more = report.verdicts[0];
        more.workers = 4;
        report.verdicts.push_back(more);
        auto cells = report.cells;
        for (auto& cell : cells) {
            cell.facts.cell.workers = 4;
            cell.speedup = bench::Estimate{cell.speedup.value().value * 2, {}, {}};
            report.cells.push_back(cell);
        }
        CHECK(headline_of(report).size() == 1);
        CHECK(headline_of(report)[0]["workers"] == 4);
    }

    TEST_CASE("progress: a share of the time where it is known, else of the blocks") {
        using std::chrono::milliseconds;
        RunProgress progress;
        CHECK(progress_of(progress)["fraction"] == 0.0);
        progress.elapsed = milliseconds(500);
        progress.remaining = milliseconds(1500);
        CHECK(progress_of(progress)["fraction"] == 0.25);
        CHECK(progress_of(progress)["remaining_ms"] == 1500);
        progress.remaining = {};
        progress.block = 2;
        progress.blocks_expected = 4;
        progress.round = 2;
        progress.rounds = 2;
        CHECK(progress_of(progress)["fraction"] == 0.375);
        CHECK(progress_of(progress)["remaining_ms"].is_null());
        progress.block = 9;  // more than expected
        CHECK(progress_of(progress)["fraction"].get<double>() < 1);
        CHECK(progress_in_queue(3)["queue_position"] == 3);
        const auto running = progress_of(progress);
        const auto waiting = progress_in_queue(1);
        for (const auto& [key, value] : running.items()) {
            CHECK(waiting.contains(key));
        }
    }
}
