#include "tasks/task.h"

namespace gilscope::tasks {

nlohmann::ordered_json to_json(const Task& task) {
    return {{"id", task.id},
            {"title", task.title},
            {"description", task.description},
            {"status", task.status},
            {"priority", task.priority},
            {"created_at", storage::to_iso8601(task.created_at)},
            {"updated_at", storage::to_iso8601(task.updated_at)}};
}

}  // namespace gilscope::tasks
