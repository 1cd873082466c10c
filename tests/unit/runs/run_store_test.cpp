#include "runs/run_store.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "runs/made_up_runs.h"
#include "runs/process_identity.h"
#include "runs/run_service.h"

using namespace gilscope;
using namespace gilscope::runs;

namespace {

Run made_up_run(RunState state = RunState::done) {
    Run run;
    run.experiment = "compare";
    run.name = "x";
    run.state = state;
    run.request = {{"workers", 2}};
    return run;
}

class Fixture {
  public:
    void set_owner(const std::string& id, const std::string& owner) {
        database.write([&](storage::Transaction& transaction) {
            transaction.connection().execute("UPDATE runs SET owner = ? WHERE id = ?", {owner, id});
        });
    }

    storage::Database database{storage::Place{":memory:"}};
    RunStore store{database};
};

}  // namespace

TEST_SUITE("runs/run_store") {
    TEST_CASE_FIXTURE(Fixture, "what is stored comes back") {
        Run run = made_up_run(RunState::failed);
        run.failure = Failure{"workload_failed", "it \xff raised", "Traceback", {{"a", 1}}};
        run.imported = true;
        run.machine = {{"cpu_model", "m"}};
        const auto added = store.add(run);
        const auto found = store.find(added.id).value();
        CHECK(dump(to_json(found)) == dump(to_json(added)));
        CHECK(found.failure->message == "it \xef\xbf\xbd raised");
        CHECK(store.report(added.id).value().empty());
        CHECK_FALSE(store.find("none"));
        CHECK_FALSE(store.report("none"));
    }

    TEST_CASE_FIXTURE(Fixture, "lists go page by page, newest first, and survive deletions") {
        std::vector<std::string> ids;
        for (int i = 0; i < 5; ++i) {
            ids.push_back(store.add(made_up_run(i == 2 ? RunState::cancelled : RunState::done)).id);
        }
        auto page = store.list({.limit = 2});
        CHECK(page.has_more);
        CHECK(page.runs[0].id == ids[4]);
        CHECK(page.runs[1].id == ids[3]);
        CHECK(store.remove(ids[3]) == RunStore::Removed::yes);
        page = store.list({.limit = 2, .before = ids[3]});
        CHECK(page.has_more);
        CHECK(page.runs[0].id == ids[2]);
        page = store.list({.limit = 2, .before = ids[1]});
        CHECK_FALSE(page.has_more);
        CHECK(page.runs.size() == 1);
        CHECK(store.list({.limit = 9, .state = RunState::cancelled}).runs.size() == 1);
        CHECK(store.list({.limit = 9, .before = ids[2], .state = RunState::done}).runs.size() == 2);
        CHECK(store.list({.limit = 9, .state = RunState::failed}).runs.empty());
    }

    TEST_CASE_FIXTURE(Fixture, "live runs of servers that are no more are failed, and no others") {
        const auto ours = store.add(made_up_run(RunState::running)).id;
        const auto dead = store.add(made_up_run(RunState::running)).id;
        const auto queued = store.add(made_up_run(RunState::queued)).id;
        const auto over = store.add(made_up_run()).id;
        for (const auto& id : {dead, queued, over}) {
            set_owner(id, "1 0 another boot");
        }
        CHECK(store.fail_orphans() == 2);
        CHECK(store.fail_orphans() == 0);
        CHECK(store.find(ours)->state == RunState::running);
        CHECK(store.find(over)->state == RunState::done);
        for (const auto& id : {dead, queued}) {
            CHECK(store.find(id)->state == RunState::failed);
            CHECK(store.find(id)->failure.value().code == "interrupted");
            CHECK(store.find(id)->finished_at);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the live run of another server is neither ours to cancel nor to delete") {
        const auto id = store.add(made_up_run(RunState::running)).id;
        RunService service(store, 1);
        CHECK(service.find(id)->state == RunState::running);
        CHECK_THROWS_AS(service.cancel(id), Conflict);
        CHECK_THROWS_AS(service.remove(id), Conflict);
    }
}

TEST_SUITE("runs/process_identity") {
    TEST_CASE("a process is running until it is dead, buried or not") {
        CHECK(is_running(this_process()));
        CHECK_FALSE(is_running(""));
        CHECK_FALSE(is_running("self"));
        CHECK_FALSE(is_running("1 0 0"));
        std::array<int, 2> ends{};
        REQUIRE(pipe(ends.data()) == 0);
        const pid_t child = fork();
        if (child == 0) {
            const auto own = this_process();
            _exit(write(ends[1], own.data(), own.size()) > 0 ? 0 : 1);
        }
        close(ends[1]);
        std::array<char, 256> buffer{};
        const auto size = read(ends[0], buffer.data(), buffer.size());
        close(ends[0]);
        const std::string identity(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size)));
        CHECK(identity.starts_with(std::to_string(child) + " "));
        siginfo_t info{};
        REQUIRE(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0);
        CHECK_FALSE(is_running(identity));
        REQUIRE(waitpid(child, nullptr, 0) == child);
        CHECK_FALSE(is_running(identity));
    }
}
