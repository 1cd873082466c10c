// What was answered survives: a power failure at any moment, and a disk without room.
#include <doctest/doctest.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "storage/power_failure.h"
#include "storage/temporary_database.h"

using namespace gilscope;
using namespace gilscope::tests;

namespace {

/// Identifiers whose write has returned.
class Answered {
  public:
    void add(std::string id) {
        const std::scoped_lock lock(mutex_);
        ids_.insert(std::move(id));
    }
    std::set<std::string> all() const {
        const std::scoped_lock lock(mutex_);
        return ids_;
    }

  private:
    mutable std::mutex mutex_;
    std::set<std::string> ids_;
};

/// True if a database that was left like that has everything that was answered before.
bool has_all(const PowerFailureLayer& layer, const storage::Place& place, const Answered& answered,
             unsigned seed) {
    const TemporaryDirectory after;
    const auto before = answered.all();
    layer.copy_remains(place.path, after.path(), seed);
    storage::Database database(after.place());
    const auto left = ids(database);
    CHECK(texts(database, "PRAGMA integrity_check") == std::vector<std::string>{"ok"});
    return std::includes(left.begin(), left.end(), before.begin(), before.end());
}

}  // namespace

TEST_CASE("what was answered survives a power failure at any moment") {
    const TemporaryDirectory directory;
    PowerFailureLayer layer;
    auto place = directory.place();
    place.system_layer = PowerFailureLayer::name();
    Answered answered;
    storage::Database database(place);
    std::atomic<bool> enough = false;
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
        writers.emplace_back([&] {
            // Long titles: the log is written back several times meanwhile.
            while (!enough) {
                answered.add(insert(database, std::string(8000, 'x')));
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        });
    }
    for (unsigned seed = 0; seed < 12; ++seed) {
        CAPTURE(seed);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        CHECK(has_all(layer, place, answered, seed / 2));
    }
    enough = true;
    for (auto& writer : writers) {
        writer.join();
    }
    CHECK(has_all(layer, place, answered, 0));
    CHECK(answered.all().size() > 20);
}

TEST_CASE("the layer does lose what was not synced") {
    const TemporaryDirectory directory;
    PowerFailureLayer layer;
    auto place = directory.place();
    place.system_layer = PowerFailureLayer::name();
    Answered answered;
    storage::Database database(place);
    database.read([&](storage::Connection& connection) {
        connection.run_script("PRAGMA query_only = OFF; PRAGMA synchronous = OFF");
        connection.execute("INSERT INTO tasks VALUES ('lost', '', '', 'done', 'low', 1, 1)");
    });
    CHECK(ids(database).size() == 1);
    answered.add("lost");
    CHECK_FALSE(has_all(layer, place, answered, 0));
}

TEST_CASE(
    "a disk without room: Full for those who write, reading goes on, and writing too once there is room") {
    const TemporaryDirectory directory;
    PowerFailureLayer layer;
    auto place = directory.place();
    place.system_layer = PowerFailureLayer::name();
    storage::Database database(place);
    std::set<std::string> kept{insert(database)};
    for (const int room : {0, 100, 5'000, 50'000}) {
        CAPTURE(room);
        layer.set_room(room);
        std::vector<std::thread> writers;
        std::atomic<int> refused = 0;
        std::mutex mutex;
        for (int i = 0; i < 8; ++i) {
            writers.emplace_back([&] {
                for (int count = 0; count < 5; ++count) {
                    try {
                        auto id = insert(database, std::string(3000, 'x'));
                        const std::scoped_lock lock(mutex);
                        kept.insert(std::move(id));
                    } catch (const storage::Full&) {
                        ++refused;
                    }
                }
            });
        }
        for (auto& writer : writers) {
            writer.join();
        }
        CHECK(refused > 0);
        const auto all = ids(database);
        CHECK(std::set(all.begin(), all.end()) == kept);
        layer.set_room(-1);
        kept.insert(insert(database));
    }
    const auto all = ids(database);
    CHECK(std::set(all.begin(), all.end()) == kept);
}
