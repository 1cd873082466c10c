// Many that write at once: each has its own fate, and everything is in the order in which it was committed.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "storage/temporary_database.h"

using namespace gilscope;
using namespace gilscope::tests;
using namespace std::chrono_literals;

namespace {

std::vector<storage::Place> places(const TemporaryDirectory& directory) {
    return {directory.place(), {.path = ":memory:"}};
}

void in_threads(int count, const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        threads.emplace_back(work, i);
    }
    for (auto& thread : threads) {
        thread.join();
    }
}

}  // namespace

TEST_CASE("what a write returned can be read at once, by everyone") {
    const TemporaryDirectory directory;
    for (const auto& place : places(directory)) {
        storage::Database database(place);
        std::atomic<int> unseen = 0;
        in_threads(8, [&](int) {
            for (int i = 0; i < 20; ++i) {
                const auto id = insert(database);
                const auto all = ids(database);
                unseen += std::find(all.begin(), all.end(), id) == all.end() ? 1 : 0;
            }
        });
        CHECK(unseen == 0);
        CHECK(ids(database).size() == 160);
    }
}

TEST_CASE("an operation that throws leaves nothing, and doesn't touch the others") {
    const TemporaryDirectory directory;
    for (const auto& place : places(directory)) {
        storage::Database database(place);
        std::atomic<int> thrown = 0;
        in_threads(16, [&](int thread) {
            for (int i = 0; i < 20; ++i) {
                try {
                    database.write([&](storage::Transaction& transaction) {
                        insert(transaction, "kept by " + std::to_string(thread % 2));
                        if (thread % 2 == 1) {
                            throw std::runtime_error("changed my mind");
                        }
                    });
                } catch (const std::runtime_error& error) {
                    thrown += std::string(error.what()) == "changed my mind" ? 1 : 0;
                }
            }
        });
        CHECK(thrown == 160);
        CHECK(texts(database, "SELECT DISTINCT title FROM tasks") == std::vector<std::string>{"kept by 0"});
        CHECK(ids(database).size() == 160);
    }
}

TEST_CASE("a statement that SQLite refuses leaves nothing, and the next one works") {
    const TemporaryDirectory directory;
    storage::Database database(directory.place());
    const auto id = insert(database);
    const auto again = [&](storage::Transaction& transaction) {
        insert(transaction, "gone");
        transaction.connection().execute("INSERT INTO tasks VALUES (?, '', '', 'pending', 'low', 1, 1)",
                                         {id});
    };
    CHECK_THROWS_AS(database.write(again), storage::Error);
    CHECK_THROWS_AS(
        database.write([](storage::Transaction& transaction) { transaction.connection().execute("no SQL"); }),
        storage::Error);
    insert(database);
    CHECK(texts(database, "SELECT DISTINCT title FROM tasks") == std::vector<std::string>{"a"});
    CHECK(ids(database).size() == 2);
}

TEST_CASE("identifiers and times rise in the order of the commits, all at once and after a restart") {
    const TemporaryDirectory directory;
    std::vector<std::string> order;
    for (int restart = 0; restart < 3; ++restart) {
        storage::Database database(directory.place());
        in_threads(8, [&](int) {
            for (int i = 0; i < 20; ++i) {
                database.write(
                    [&](storage::Transaction& transaction) { order.push_back(insert(transaction)); });
            }
        });
    }
    CHECK(order.size() == 480);
    CHECK(std::is_sorted(order.begin(), order.end()));
    storage::Database database(directory.place());
    CHECK(ids(database) == order);
    CHECK(texts(database, "SELECT count(DISTINCT created_at) FROM tasks") == std::vector<std::string>{"480"});
    CHECK(texts(database, "SELECT id FROM tasks ORDER BY created_at") == order);
}

TEST_CASE("an identifier never sorts before the newest one in the database, whatever the clock says") {
    const TemporaryDirectory directory;
    storage::Database database(directory.place());
    const std::string future = "0fffffff-ffff-7fff-bfff-ffffffffffff";
    database.write([&](storage::Transaction& transaction) {
        transaction.connection().execute("INSERT INTO tasks VALUES (?, '', '', 'done', 'low', 1, 1)",
                                         {future});
    });
    storage::Database other(directory.place());
    CHECK(insert(other) > future);
    CHECK(insert(database) > ids(other)[1]);
}

TEST_CASE("two databases on one file: everything of both is kept, in one order") {
    const TemporaryDirectory directory;
    auto place = directory.place();
    place.patience = std::chrono::seconds(10);
    storage::Database first(place);
    storage::Database second(place);
    std::vector<std::string> order;
    std::mutex mutex;
    in_threads(8, [&](int thread) {
        for (int i = 0; i < 20; ++i) {
            auto id = insert(thread % 2 == 0 ? first : second);
            const std::scoped_lock lock(mutex);
            order.push_back(std::move(id));
        }
    });
    CHECK(ids(first).size() == 160);
    CHECK(ids(first) == ids(second));
    CHECK(std::set(order.begin(), order.end()).size() == 160);
}

TEST_CASE("a lock that others keep is Busy for those who write, nothing to those who read") {
    const TemporaryDirectory directory;
    storage::Database holder(directory.place());
    storage::Database database(directory.place());
    insert(database);
    holder.write([&](storage::Transaction& transaction) {
        insert(transaction);
        CHECK_THROWS_AS(insert(database), storage::Busy);
        CHECK(ids(database).size() == 1);
    });
    insert(database);
    CHECK(ids(database).size() == 3);
}

TEST_CASE("who comes while others keep the lock waits no longer than who was there before") {
    const TemporaryDirectory directory;
    storage::Database holder(directory.place());
    auto place = directory.place();
    place.patience = 2s;
    storage::Database database(place);
    std::array<std::chrono::steady_clock::time_point, 2> failed;
    holder.write([&](storage::Transaction&) {
        in_threads(2, [&](int number) {
            std::this_thread::sleep_for(1s * number);
            CHECK_THROWS_AS(insert(database), storage::Busy);
            failed.at(static_cast<std::size_t>(number)) = std::chrono::steady_clock::now();
        });
    });
    CHECK(failed[1] - failed[0] < 1s);  // with two seconds of its own: 2 s
}

TEST_CASE("a file that is removed or replaced under us is Broken for all, until it is back") {
    namespace fs = std::filesystem;
    const TemporaryDirectory directory;
    const auto place = directory.place();
    storage::Database database(place);
    insert(database);
    for (const auto& file : {place.path, place.path + "-wal"}) {
        CAPTURE(file);
        fs::rename(file, file + ".away");
        CHECK_THROWS_AS(insert(database), storage::Broken);
        CHECK_THROWS_AS(ids(database), storage::Broken);
        fs::copy_file(file + ".away", file);
        CHECK_THROWS_AS(insert(database), storage::Broken);
        fs::rename(file + ".away", file);
        insert(database);
    }
    CHECK(ids(database).size() == 3);
}

TEST_CASE("readers read while nobody may write, and give back what they borrowed, also after an exception") {
    const TemporaryDirectory directory;
    storage::Database database(directory.place());
    insert(database);
    in_threads(32, [&](int) {
        for (int i = 0; i < 20; ++i) {
            CHECK_THROWS_AS(database.read([](storage::Connection& connection) {
                connection.query("SELECT id FROM tasks").next();
                throw std::logic_error("enough");
            }),
                            std::logic_error);
        }
    });
    CHECK(ids(database).size() == 1);
    CHECK_THROWS_AS(
        database.read([](storage::Connection& connection) { connection.execute("DELETE FROM tasks"); }),
        storage::Broken);
}
