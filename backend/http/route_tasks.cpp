#include "http/route_tasks.h"

#include "http/entity_tags.h"
#include "http/errors.h"
#include "http/json_body.h"
#include "http/task_description.h"
#include "http/task_list.h"
#include "storage/storage.h"
#include "tasks/task_input.h"

namespace gilscope::http {

namespace {

using tasks::Task;
using tasks::TaskStore;

std::string entity_tag(const Task& task) {
    return '"' + storage::to_iso8601(task.updated_at) + '"';
}

Response task_response(const Task& task, int status = 200) {
    auto response = json_text_response(to_json(task), status);
    response.headers.add("ETag", entity_tag(task));
    return response;
}

/// The task of the path. What isn't an id is no task either.
Task found(const Call& call, const TaskStore& store) {
    const auto& id = call.variables.at("id");
    auto task = storage::is_identifier(id) ? store.find(id) : std::nullopt;
    if (!task) {
        throw tasks::NoSuchTask();
    }
    return std::move(*task);
}

/// What If-Match asks for.
TaskStore::Condition condition_of(const Request& request) {
    return [tags = EntityTags::from(request.headers, "If-Match")](const Task& task) {
        return !tags || tags->match_strongly(entity_tag(task));
    };
}

void check_condition(const TaskStore::Condition& condition, const Task& task) {
    if (!condition(task)) {
        throw tasks::ConditionFailed();
    }
}

Response create_task(const Call& call, TaskStore& store) {
    const auto body = read_json(call.request.body);
    call.query.check();
    const auto task = store.create(tasks::read_new_task(body));
    auto response = task_response(task, 201);
    response.headers.add("Location", "/api/tasks/" + task.id);
    return response;
}

Response show_task(const Call& call, const TaskStore& store) {
    const auto task = found(call, store);
    call.query.check();
    const auto known = EntityTags::from(call.request.headers, "If-None-Match");
    if (!known || !known->match_weakly(entity_tag(task))) {
        return task_response(task);
    }
    Response response;
    response.status = 304;
    response.headers.add("ETag", entity_tag(task));
    return response;
}

/// The task is looked at first, so that errors come in the contract's order, and again when it is written,
/// since it may have changed meanwhile.
Response change_task(const Call& call, TaskStore& store) {
    const auto task = found(call, store);
    const auto body = read_json(call.request.body);
    const auto condition = condition_of(call.request);
    check_condition(condition, task);
    call.query.check();
    return task_response(store.change(task.id, tasks::read_changes(body), condition));
}

Response remove_task(const Call& call, TaskStore& store) {
    const auto task = found(call, store);
    const auto condition = condition_of(call.request);
    check_condition(condition, task);
    call.query.check();
    store.remove(task.id, condition);
    Response response;
    response.status = 204;
    return response;
}

}  // namespace

void add_task_routes(RouteTable& table, TaskStore& store) {
    for (const char* collection : {"/api/tasks", "/api/tasks/"}) {
        table.add({.method = "GET",
                   .pattern = collection,
                   .handler = [&store](const Call& call) { return list_tasks(call, store); },
                   .parameters = task_list_parameters(),
                   .description = list_tasks_description()});
        table.add({.method = "POST",
                   .pattern = collection,
                   .handler = [&store](const Call& call) { return create_task(call, store); },
                   .takes_json = true,
                   .description = create_task_description()});
    }
    const char* item = "/api/tasks/{id}";
    table.add({.method = "GET",
               .pattern = item,
               .handler = [&store](const Call& call) { return show_task(call, store); },
               .description = show_task_description()});
    table.add({.method = "PATCH",
               .pattern = item,
               .handler = [&store](const Call& call) { return change_task(call, store); },
               .takes_json = true,
               .description = change_task_description()});
    table.add({.method = "DELETE",
               .pattern = item,
               .handler = [&store](const Call& call) { return remove_task(call, store); },
               .description = remove_task_description()});
}

}  // namespace gilscope::http
