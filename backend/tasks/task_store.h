// The room's door: tasks, kept in the database.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "storage/storage.h"
#include "tasks/errors.h"
#include "tasks/task.h"

namespace gilscope::tasks {

/// Thread-safe. Every function may throw a storage::Error; what a write returned from is on the disk.
class TaskStore {
  public:
    /// The database is borrowed and outlives the store.
    explicit TaskStore(storage::Database& database) : database_(database) {}

    /// `fields` are complete, as read_new_task() gives them.
    Task create(const TaskFields& fields);
    /// Nothing if there is no such task; `id` may be any text.
    std::optional<Task> find(const std::string& id) const;

    /// Must hold for the task as it is when it is changed; called on the writer's thread.
    using Condition = std::function<bool(const Task&)>;
    /// Changes the given fields, and when it was updated. Throws NoSuchTask or ConditionFailed.
    Task change(const std::string& id, const TaskFields& changes, const Condition& condition);
    /// Throws NoSuchTask or ConditionFailed.
    void remove(const std::string& id, const Condition& condition);

    struct Selection {
        std::optional<std::string> status{};  ///< only those that have it
        std::optional<std::string>
            before{};  ///< only those made before the task of this id, whether it exists or not
    };
    /// Shows the selected tasks, newest first, to `visitor` until there are no more or it returns false. The
    /// visitor should be quick: a reader is busy meanwhile. To go on later, select what is before the last
    /// one shown.
    void visit(const Selection& selection, const std::function<bool(const Task&)>& visitor) const;

  private:
    storage::Database& database_;
};

}  // namespace gilscope::tasks
