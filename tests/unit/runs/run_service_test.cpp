#include "runs/run_service.h"

#include <doctest/doctest.h>

#include "runs/errors.h"
#include "runs/made_up_runs.h"

using namespace gilscope;
using namespace gilscope::runs;

namespace {

class Fixture {
  public:
    RunState state(const std::string& id) const { return service.find(id)->state; }
    void wait_for(const std::string& id, RunState wanted) const {
        made_up::wait_until([&] { return state(id) == wanted; });
    }
    /// Everything that a reader from the beginning gets, once the run is over.
    std::string events(const std::string& id) const {
        const auto watch = service.watch(id, 0);
        REQUIRE(watch);
        made_up::wait_until([&] { return watch->log->is_finished(); });
        return watch->log->read(0, 1 << 20).text;
    }

    storage::Database database{storage::Place{":memory:"}};
    RunStore store{database};
    made_up::Gate gate;
    RunService service{store, 2};
};

std::string raised() {
    throw WorkloadFailed("run() raised", "Traceback ...\nValueError\n");
}

}  // namespace

TEST_SUITE("runs/run_service") {
    TEST_CASE_FIXTURE(Fixture, "a run from its acceptance to its report") {
        const auto accepted = service.accept(gate.order("mine"));
        CHECK(storage::is_identifier(accepted.id));
        CHECK(is_live(accepted.state));
        CHECK(accepted.name == "mine");
        CHECK(service.report(accepted.id).value().empty());
        wait_for(accepted.id, RunState::running);
        made_up::wait_until([&] { return service.find(accepted.id)->progress["phase"] == "measuring"; });
        CHECK(store.find(accepted.id)->state == RunState::running);
        gate.open();
        wait_for(accepted.id, RunState::done);
        for (const Run& run : {*service.find(accepted.id), *store.find(accepted.id)}) {
            CHECK(run.started_at.value() >= run.created_at);
            CHECK(run.finished_at.value() >= run.started_at.value());
            CHECK(run.progress.is_null());
            CHECK(run.headline.size() == 1);
            CHECK(run.machine["cpu_model"] == "made up");
        }
        CHECK(nlohmann::ordered_json::parse(service.report(accepted.id).value())["state"] == "done");
        CHECK_THROWS_AS(service.cancel(accepted.id), Conflict);
    }

    TEST_CASE_FIXTURE(Fixture, "events count from 1, and the last one is the end") {
        const auto id =
            service
                .accept(made_up::order([](const std::stop_token&, const ProgressListener& listener) {
                    auto so_far = made_up::report("done", 1);
                    RunProgress progress{.phase = "measuring", .block = 1, .round = 2};
                    progress.finished = FinishedRound{1, 1, {{so_far.cells[0].facts.cell, {}}}};
                    listener(progress);
                    progress.finished.reset();
                    progress.so_far = &so_far;
                    listener(progress);
                    return made_up::report();
                }))
                .id;
        const auto text = events(id);
        std::string names;
        for (std::size_t at = 0; (at = text.find("event: ", at)) != std::string::npos;) {
            at += 7;
            names += text.substr(at, text.find('\n', at) - at) + " ";
        }
        CHECK(names == "state state round progress partial progress end ");
        CHECK(text.starts_with("id: 1\nevent: state\ndata: {\"id\":\"" + id));
        CHECK(text.find("id: 7\nevent: end\n") != std::string::npos);
        CHECK(text.find("event: partial\ndata: {\"cells\":[{\"interpreter\":\"3.13\"") != std::string::npos);
        CHECK(text.find("\"samples\"") == std::string::npos);
        CHECK(text.find("\"report\"") == std::string::npos);
    }

    TEST_CASE_FIXTURE(Fixture, "readers come late, come back, and come too late") {
        const auto id = service.accept(gate.order()).id;
        made_up::wait_until([&] { return service.find(id)->progress["phase"] == "measuring"; });
        const auto late = service.watch(id, std::nullopt);
        CHECK(late->first.starts_with("event: state\ndata: {"));
        CHECK(late->after == late->log->last_id());
        const auto back = service.watch(id, 1);
        CHECK(back->first.empty());
        CHECK(back->after == 1);
        const auto stranger = service.watch(id, 999);
        CHECK(stranger->first.starts_with("event: state\n"));
        gate.open();
        wait_for(id, RunState::done);
        const auto end = late->log->last_id();
        CHECK_FALSE(service.watch(id, end));
        CHECK(service.watch(id, end - 1)->log->read(end - 1, 1).text.find("event: end\n") !=
              std::string::npos);
        CHECK_FALSE(service.watch(id, std::nullopt));
        CHECK_FALSE(service.watch(id, 999));
        CHECK_FALSE(service.watch("none", std::nullopt));
    }

    TEST_CASE_FIXTURE(Fixture, "one at a time, in order; a full queue refuses; who leaves makes room") {
        const auto first = service.accept(gate.order()).id;
        wait_for(first, RunState::running);
        const auto second = service.accept(gate.order()).id;
        const auto third = service.accept(gate.order()).id;
        CHECK_THROWS_AS(service.accept(gate.order()), QueueFull);
        CHECK_THROWS_AS(service.queue().join(), QueueFull);
        CHECK(service.list({}).runs.size() == 3);
        CHECK(service.find(third)->progress["queue_position"] == 2);

        CHECK(service.cancel(second)->state == RunState::cancelled);
        CHECK(store.find(second)->state == RunState::cancelled);
        CHECK(events(second).find("event: end\n") != std::string::npos);
        CHECK(service.find(third)->progress["queue_position"] == 1);
        CHECK_NOTHROW(service.queue().join());
        CHECK(state(first) == RunState::running);
        gate.open();
        wait_for(third, RunState::done);
        CHECK(service.find(first)->finished_at.value() <= service.find(third)->started_at.value());
    }

    TEST_CASE_FIXTURE(Fixture, "a run waits for whoever measures without making a run of it") {
        std::optional<RunQueue::Place> benchmark(service.queue().join());
        const auto id = service.accept(made_up::quick()).id;
        CHECK(service.find(id)->progress["queue_position"] == 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        CHECK(state(id) == RunState::queued);
        benchmark.reset();
        wait_for(id, RunState::done);
    }

    TEST_CASE_FIXTURE(Fixture, "a cancelled run keeps what was measured") {
        const auto id = service.accept(gate.order()).id;
        wait_for(id, RunState::running);
        CHECK(service.cancel(id)->state == RunState::running);
        CHECK_NOTHROW(service.find(id));
        wait_for(id, RunState::cancelled);
        const auto report = nlohmann::ordered_json::parse(service.report(id).value());
        CHECK(report["blocks"]["counted"] == 2);
        CHECK_FALSE(service.find(id)->failure);
    }

    TEST_CASE_FIXTURE(Fixture, "every way to fail has a code") {
        const std::vector<std::pair<const char*, std::function<bench::Report()>>> ways{
            {"workload_failed", [] { return raised(), made_up::report(); }},
            {"checksum_mismatch",
             []() -> bench::Report {
                 throw ChecksumMismatch("they differ", {{"a", "1"}, {"b", "2"}});
             }},
            {"deadline", [] { return made_up::report("deadline", 1); }},
            {"deadline", []() -> bench::Report { throw engine::DeadlineExceeded(); }},
            {"internal_error", []() -> bench::Report { throw engine::EngineError("no engine"); }},
            {"internal_error", []() -> bench::Report { throw 7; }},
        };
        for (const auto& [code, way] : ways) {
            CAPTURE(code);
            const auto id =
                service
                    .accept(made_up::order(
                        [way = way](const std::stop_token&, const ProgressListener&) { return way(); }))
                    .id;
            wait_for(id, RunState::failed);
            for (const Run& run : {*service.find(id), *store.find(id)}) {
                CHECK(run.failure.value().code == code);
                CHECK_FALSE(run.failure->message.empty());
                CHECK(run.failure->traceback.empty() == (run.failure->code != "workload_failed"));
                CHECK(run.failure->details.is_null() == (run.failure->code != "checksum_mismatch"));
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a stop ends everything that lives: interrupted") {
        const auto running = service.accept(gate.order()).id;
        wait_for(running, RunState::running);
        const auto queued = service.accept(gate.order()).id;
        service.stop();
        service.stop();
        for (const auto& id : {running, queued}) {
            wait_for(id, RunState::failed);
            CHECK(store.find(id)->failure.value().code == "interrupted");
            CHECK(events(id).find("event: end\n") != std::string::npos);
        }
        CHECK_FALSE(service.report(running)->empty());  // what was measured until then
        CHECK_THROWS_AS(service.accept(made_up::quick()), Stopping);
    }

    TEST_CASE_FIXTURE(Fixture, "a run that was cancelled before the stop stays cancelled") {
        std::atomic<bool> may_end = false;
        const auto id = service
                            .accept(made_up::order([&](const std::stop_token&, const ProgressListener&) {
                                made_up::wait_until([&] { return may_end.load(); });
                                return made_up::report("cancelled", 1);
                            }))
                            .id;
        wait_for(id, RunState::running);
        service.cancel(id);
        service.stop();
        may_end = true;
        wait_for(id, RunState::cancelled);
    }

    TEST_CASE_FIXTURE(Fixture, "what is live can't be deleted, what is over can") {
        const auto id = service.accept(gate.order()).id;
        CHECK_THROWS_AS(service.remove(id), Conflict);
        gate.open();
        wait_for(id, RunState::done);
        made_up::wait_until([&] { return store.find(id)->state == RunState::done; });
        CHECK(service.remove(id));
        CHECK_FALSE(service.remove(id));
        CHECK_FALSE(service.find(id));
        CHECK_FALSE(service.watch(id, std::nullopt));
        CHECK_FALSE(service.cancel(id));
    }

    TEST_CASE_FIXTURE(Fixture, "a name given while it runs is kept") {
        const auto id = service.accept(gate.order()).id;
        wait_for(id, RunState::running);
        CHECK(service.rename(id, "new")->name == "new");
        gate.open();
        wait_for(id, RunState::done);
        CHECK(service.find(id)->name == "new");
        CHECK(store.find(id)->name == "new");
        CHECK(service.rename(id, "newer")->name == "newer");
        CHECK_FALSE(service.rename("none", "x"));
    }

    TEST_CASE_FIXTURE(Fixture, "an imported run is over") {
        const auto run = service.import(made_up::report(), "");
        CHECK(run.imported);
        CHECK(run.state == RunState::done);
        CHECK(run.name == "primes, 2 workers");
        CHECK(storage::to_iso8601(run.started_at.value()) == "2025-01-02T03:04:05.000000+00:00");
        CHECK(run.request["workers"] == 2);
        CHECK(run.request["modes"].size() == 4);
        CHECK(service.report(run.id).value() == dump(bench::to_json(made_up::report())));
        CHECK(service.import(made_up::report("cancelled", 1), "x").state == RunState::cancelled);
        CHECK(service.import(made_up::report("deadline", 1), "x").failure.value().code == "deadline");
        CHECK_FALSE(service.watch(run.id, std::nullopt));
    }

    TEST_CASE_FIXTURE(Fixture, "many runs that are over leave no more than a few behind in memory") {
        std::string first;
        std::string last;
        for (int i = 0; i < 20; ++i) {
            last = service.accept(made_up::quick()).id;
            first = first.empty() ? last : first;
            wait_for(last, RunState::done);
        }
        CHECK_FALSE(service.watch(first, std::nullopt));
        CHECK(service.watch(last, 1));
        CHECK(service.find(first)->state == RunState::done);
    }
}
