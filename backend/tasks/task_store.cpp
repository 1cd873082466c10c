#include "tasks/task_store.h"

#include <algorithm>

namespace gilscope::tasks {

namespace {

using storage::Connection;
using storage::Transaction;

constexpr std::string_view select_one =
    "SELECT id, title, description, status, priority, created_at, updated_at FROM tasks WHERE id = ?";
constexpr std::string_view select_all =
    "SELECT id, title, description, status, priority, created_at, updated_at FROM tasks WHERE id < ? "
    "ORDER BY id DESC";
constexpr std::string_view select_of_status =
    "SELECT id, title, description, status, priority, created_at, updated_at FROM tasks "
    "WHERE id < ? AND status = ? ORDER BY id DESC";
constexpr std::string_view insert = "INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?)";
constexpr std::string_view update =
    "UPDATE tasks SET title = ?, description = ?, status = ?, priority = ?, updated_at = ? WHERE id = ?";
constexpr std::string_view erase = "DELETE FROM tasks WHERE id = ?";

constexpr const char* after_every_id = "~";

Task task_of(const storage::Rows& row) {
    return {.id = row.text(0),
            .title = row.text(1),
            .description = row.text(2),
            .status = row.text(3),
            .priority = row.text(4),
            .created_at = storage::from_microseconds(row.integer(5)),
            .updated_at = storage::from_microseconds(row.integer(6))};
}

std::optional<Task> find_in(Connection& connection, const std::string& id) {
    auto rows = connection.query(select_one, {id});
    return rows.next() ? std::optional(task_of(rows)) : std::nullopt;
}

/// The task as it is now, if it may be changed.
Task take(const Transaction& transaction, const std::string& id, const TaskStore::Condition& condition) {
    auto task = find_in(transaction.connection(), id);
    if (!task) {
        throw NoSuchTask();
    }
    if (!condition(*task)) {
        throw ConditionFailed();
    }
    return std::move(*task);
}

}  // namespace

Task TaskStore::create(const TaskFields& fields) {
    return database_.write([&](Transaction& transaction) {
        const auto now = transaction.now();
        Task task{.id = transaction.new_identifier(now),
                  .title = fields.title.value(),
                  .description = fields.description.value(),
                  .status = fields.status.value(),
                  .priority = fields.priority.value(),
                  .created_at = now,
                  .updated_at = now};
        transaction.connection().execute(insert,
                                         {task.id, task.title, task.description, task.status, task.priority,
                                          storage::to_microseconds(now), storage::to_microseconds(now)});
        return task;
    });
}

std::optional<Task> TaskStore::find(const std::string& id) const {
    return database_.read([&](Connection& connection) { return find_in(connection, id); });
}

Task TaskStore::change(const std::string& id, const TaskFields& changes, const Condition& condition) {
    return database_.write([&](Transaction& transaction) {
        auto task = take(transaction, id, condition);
        task.title = changes.title.value_or(task.title);
        task.description = changes.description.value_or(task.description);
        task.status = changes.status.value_or(task.status);
        task.priority = changes.priority.value_or(task.priority);
        // The clock may have gone back since.
        task.updated_at = std::max(transaction.now(), task.updated_at + std::chrono::microseconds(1));
        transaction.connection().execute(update, {task.title, task.description, task.status, task.priority,
                                                  storage::to_microseconds(task.updated_at), task.id});
        return task;
    });
}

void TaskStore::remove(const std::string& id, const Condition& condition) {
    database_.write([&](Transaction& transaction) {
        take(transaction, id, condition);
        transaction.connection().execute(erase, {id});
    });
}

void TaskStore::visit(const Selection& selection, const std::function<bool(const Task&)>& visitor) const {
    const auto before = selection.before.value_or(after_every_id);
    database_.read([&](Connection& connection) {
        auto rows = selection.status ? connection.query(select_of_status, {before, *selection.status})
                                     : connection.query(select_all, {before});
        while (rows.next() && visitor(task_of(rows))) {
        }
    });
}

}  // namespace gilscope::tasks
