#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "runs/made_up_runs.h"
#include "storage/temporary_database.h"

using namespace gilscope;
using namespace gilscope::runs;

namespace {

/// A service whose database is a file that comes and goes.
class Fixture {
  public:
    /// A run at whose end the file isn't there; returns when it is over.
    std::string run_without_database() {
        const auto id = service
                            .accept(made_up::order([this](const std::stop_token&, const ProgressListener&) {
                                made_up::wait_until([&] { return has_started(); });
                                std::filesystem::rename(file, away);
                                return made_up::report();
                            }))
                            .id;
        made_up::wait_until([&] { return service.find(id)->finished_at.has_value(); });
        return id;
    }
    void bring_it_back() const { std::filesystem::rename(away, file); }

    tests::TemporaryDirectory directory;
    std::filesystem::path file = directory.path() / "test.db";
    std::filesystem::path away = directory.path() / "away.db";
    storage::Database database{directory.place()};
    RunStore store{database};
    RunService service{store, 2};

    bool has_started() const { return store.list({}).runs.front().state == RunState::running; }
};

/// Another process that writes, as far as SQLite can tell: for longer than a caller waits.
class Holder {
  public:
    explicit Holder(const std::filesystem::path& file) : database_({.path = file.string()}) {}
    ~Holder() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    /// Returns when it is held.
    void hold() {
        thread_ = std::thread([this] {
            database_.write([this](storage::Transaction&) {
                holds_ = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(250));
            });
        });
        made_up::wait_until([this] { return holds_.load(); });
    }

  private:
    storage::Database database_;
    std::atomic<bool> holds_ = false;
    std::thread thread_;
};

}  // namespace

TEST_SUITE("runs/unsaved_runs") {
    TEST_CASE_FIXTURE(Fixture, "a result that can't be stored is a failure, and its end is stored later") {
        const auto id = run_without_database();
        const auto run = service.find(id).value();
        CHECK(run.state == RunState::failed);
        CHECK(run.failure.value().code == "internal_error");
        CHECK(run.failure.value().message.find("could not be stored") != std::string::npos);
        bring_it_back();
        CHECK(store.find(id)->state == RunState::running);
        SUBCASE("with the next run") {
            made_up::wait_until([&, next = service.accept(made_up::quick()).id] {
                return service.find(next)->state == RunState::done;
            });
            CHECK(store.find(id)->state == RunState::failed);
        }
        SUBCASE("so that it can be deleted") {
            CHECK(service.remove(id));
            CHECK_FALSE(service.find(id));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a database that is held for longer than a caller waits costs no result") {
        Holder holder(file);
        const auto id = service
                            .accept(made_up::order([&](const std::stop_token&, const ProgressListener&) {
                                made_up::wait_until([this] { return has_started(); });
                                holder.hold();
                                return made_up::report();
                            }))
                            .id;
        made_up::wait_until([&] { return service.find(id)->finished_at.has_value(); });
        CHECK(service.find(id)->state == RunState::done);
        CHECK_FALSE(service.report(id).value().empty());
    }
}
