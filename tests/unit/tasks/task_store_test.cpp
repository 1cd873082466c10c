#include "tasks/task_store.h"

#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "tasks/task_input.h"

using namespace gilscope;
using namespace gilscope::tasks;

namespace {

TaskFields named(const std::string& title, const std::string& status = "pending") {
    return read_new_task({{"title", title}, {"status", status}});
}

bool always(const Task&) {
    return true;
}

bool never(const Task&) {
    return false;
}

std::vector<std::string> titles(const TaskStore& store, const TaskStore::Selection& selection,
                                std::size_t most = 1000) {
    std::vector<std::string> shown;
    store.visit(selection, [&](const Task& task) {
        shown.push_back(task.title);
        return shown.size() < most;
    });
    return shown;
}

}  // namespace

TEST_CASE("a task is found as it was made, changed and removed") {
    storage::Database database({.path = ":memory:"});
    TaskStore store(database);
    const auto made =
        store.create(read_new_task({{"title", "a"}, {"description", "d"}, {"priority", "low"}}));
    CHECK(made.created_at == made.updated_at);
    CHECK(to_json(store.find(made.id).value()) == to_json(made));

    const auto changed = store.change(made.id, {.status = "done"}, always);
    CHECK(changed.updated_at > made.updated_at);
    auto expected = made;
    expected.status = "done";
    expected.updated_at = changed.updated_at;
    CHECK(to_json(changed) == to_json(expected));
    CHECK(to_json(store.find(made.id).value()) == to_json(expected));

    CHECK_THROWS_AS(store.change(made.id, {.status = "pending"}, never), ConditionFailed);
    CHECK_THROWS_AS(store.remove(made.id, never), ConditionFailed);
    CHECK(to_json(store.find(made.id).value()) == to_json(expected));

    store.remove(made.id, always);
    CHECK_FALSE(store.find(made.id));
    CHECK_THROWS_AS(store.change(made.id, {.status = "done"}, always), NoSuchTask);
    CHECK_THROWS_AS(store.remove(made.id, always), NoSuchTask);
    CHECK_FALSE(store.find("' OR 1 --"));
}

TEST_CASE("a list is newest first, and goes on behind a task that is gone") {
    storage::Database database({.path = ":memory:"});
    TaskStore store(database);
    std::vector<Task> made;
    for (int i = 0; i < 6; ++i) {
        made.push_back(store.create(named(std::to_string(i), i % 2 == 0 ? "done" : "pending")));
    }
    using Titles = std::vector<std::string>;
    CHECK(titles(store, {}) == Titles{"5", "4", "3", "2", "1", "0"});
    CHECK(titles(store, {}, 2) == Titles{"5", "4"});
    store.remove(made[4].id, always);
    CHECK(titles(store, {.before = made[4].id}, 2) == Titles{"3", "2"});
    CHECK(titles(store, {.before = made[0].id}).empty());
    CHECK(titles(store, {.status = "done"}) == Titles{"2", "0"});
    CHECK(titles(store, {.status = "pending", .before = made[3].id}) == Titles{"1"});
    CHECK(titles(store, {.status = "in_progress"}).empty());
}

TEST_CASE("of many that change one version of a task, one succeeds") {
    storage::Database database({.path = ":memory:"});
    TaskStore store(database);
    const auto made = store.create(named("a"));
    std::atomic<int> changed = 0;
    std::atomic<int> refused = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            try {
                store.change(made.id, {.title = std::to_string(i)},
                             [&](const Task& task) { return task.updated_at == made.updated_at; });
                ++changed;
            } catch (const ConditionFailed&) {
                ++refused;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(changed == 1);
    CHECK(refused == 7);
}

TEST_CASE("updates of one task are told apart, whatever the clock says") {
    storage::Database database({.path = ":memory:"});
    TaskStore store(database);
    const auto made = store.create(named("a"));
    const auto future = storage::to_microseconds(made.created_at) + 1'000'000'000'000;
    database.write([&](storage::Transaction& transaction) {
        transaction.connection().execute("UPDATE tasks SET updated_at = ?", {future});
    });
    CHECK(storage::to_microseconds(store.change(made.id, {.status = "done"}, always).updated_at) ==
          future + 1);
    CHECK(storage::to_microseconds(store.change(made.id, {.status = "done"}, always).updated_at) ==
          future + 2);
}

TEST_CASE("a task's JSON has its keys in order, and whatever text it has") {
    const Task task{.id = "01950000-0001-7800-8000-000000000000",
                    .title = "\"\\/\b\f\n\r\t\x01\x7f",
                    .description = "{}\xE2\x80\xA8\xF0\x9F\x98\x80",
                    .status = "done",
                    .priority = "low",
                    .created_at = storage::from_microseconds(1),
                    .updated_at = storage::from_microseconds(2)};
    const nlohmann::ordered_json expected{{"id", task.id},
                                          {"title", task.title},
                                          {"description", task.description},
                                          {"status", "done"},
                                          {"priority", "low"},
                                          {"created_at", "1970-01-01T00:00:00.000001+00:00"},
                                          {"updated_at", "1970-01-01T00:00:00.000002+00:00"}};
    CHECK(to_json(task) == expected.dump());
}
