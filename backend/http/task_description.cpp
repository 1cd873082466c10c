#include "http/task_description.h"

namespace gilscope::http {

namespace {

constexpr const char* task = R"({
    "id": "01955e1a-7c7d-7b1e-8f2a-0c1d2e3f4a5b", "title": "Buy milk", "description": "",
    "status": "pending", "priority": "medium", "created_at": "2025-03-01T09:30:00.000001+00:00",
    "updated_at": "2025-03-01T09:30:00.000001+00:00"
})";

constexpr const char* tasks_example = R"({"tasks": [{
    "id": "01955e1a-7c7d-7b1e-8f2a-0c1d2e3f4a5b", "title": "Buy milk", "description": "",
    "status": "pending", "priority": "medium", "created_at": "2025-03-01T09:30:00.000001+00:00",
    "updated_at": "2025-03-01T09:30:00.000001+00:00"
}]})";

ParameterDescription task_id() {
    return {.name = "id",
            .what = "The task's id",
            .schema = R"({"type": "string", "format": "uuid"})",
            .place = ParameterPlace::path};
}

ParameterDescription if_match() {
    return {.name = "If-Match",
            .what = "Only if the task's ETag is still one of these",
            .place = ParameterPlace::header};
}

ContentDescription no_such_task() {
    return {.status = 404, .what = "There is no such task"};
}

ContentDescription has_changed() {
    return {.status = 412, .what = "The task has changed: If-Match doesn't hold"};
}

}  // namespace

RouteDescription list_tasks_description() {
    return {
        .summary = "The tasks, newest first",
        .details = "Without a limit all of them come, in one stream.",
        .parameters =
            {
                {.name = "status",
                 .what = "Only tasks of this status",
                 .schema = R"({"enum": ["pending", "in_progress", "done"]})"},
                {.name = "limit",
                 .what = "At most so many; the header Link leads to more",
                 .schema = R"({"type": "integer", "minimum": 1, "maximum": 1000})"},
                {.name = "cursor",
                 .what = "Only tasks older than the one of this id",
                 .schema = R"({"type": "string", "format": "uuid"})"},
            },
        .answers = {{.what = "The tasks", .example = tasks_example}},
    };
}

RouteDescription create_task_description() {
    return {
        .summary = "A new task",
        .details =
            "title: 1 to 200 characters; description: up to 10,000; status: pending, in_progress or done; "
            "priority: low, medium or high.",
        .bodies = {{.what = "title is needed", .example = R"({"title": "Buy milk", "priority": "high"})"}},
        .answers = {{.status = 201, .what = "The task; Location and ETag are set", .example = task}},
    };
}

RouteDescription show_task_description() {
    return {
        .summary = "One task",
        .parameters = {task_id(),
                       {.name = "If-None-Match",
                        .what = "The ETag of what the client has",
                        .place = ParameterPlace::header}},
        .answers = {{.what = "The task, with its ETag", .example = task},
                    {.status = 304, .what = "It is what the client has"},
                    no_such_task()},
    };
}

RouteDescription change_task_description() {
    return {
        .summary = "Changes the given fields of a task",
        .parameters = {task_id(), if_match()},
        .bodies = {{.what = "At least one field", .example = R"({"status": "done"})"}},
        .answers = {{.what = "The changed task", .example = task}, no_such_task(), has_changed()},
    };
}

RouteDescription remove_task_description() {
    return {
        .summary = "Removes a task",
        .parameters = {task_id(), if_match()},
        .answers = {{.status = 204, .what = "It is gone"}, no_such_task(), has_changed()},
    };
}

}  // namespace gilscope::http
