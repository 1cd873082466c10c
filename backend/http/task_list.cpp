#include "http/task_list.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "http/errors.h"
#include "storage/storage.h"

namespace gilscope::http {

namespace {

using tasks::Task;
using tasks::TaskStore;

constexpr std::size_t most_in_page = 1000;
constexpr std::size_t streamed_at_once = 65536;  ///< bytes, and then the task that passes them

struct ListRequest {
    TaskStore::Selection selection;
    std::optional<std::size_t> limit;
};

ListRequest read_list_request(Query& query) {
    ListRequest request;
    if (query.has("status")) {
        request.selection.status = query.choice("status", tasks::statuses, "pending");
    }
    if (query.has("limit")) {
        request.limit = static_cast<std::size_t>(query.integer("limit", 1, most_in_page, 1));
    }
    if (const auto cursor = query.text("cursor")) {
        if (!storage::is_identifier(*cursor)) {
            query.add_problem("cursor", "must be the id of a task");
        }
        request.selection.before = cursor;
    }
    query.check();
    return request;
}

/// The list's JSON, task by task: never all of it as a document of its own.
class ListText {
  public:
    void append(std::string& text, const Task& task) {
        begin(text);
        text += std::exchange(first_, false) ? "" : ",";
        append_json(text, task);
    }
    void end(std::string& text) {
        begin(text);
        text += "]}";
    }

  private:
    void begin(std::string& text) { text += std::exchange(begun_, true) ? "" : R"({"tasks":[)"; }

    bool begun_ = false;
    bool first_ = true;
};

std::string next_page(const ListRequest& request, const std::string& last_id) {
    const auto status = request.selection.status ? fmt::format("status={}&", *request.selection.status) : "";
    return fmt::format("</api/tasks?{}limit={}&cursor={}>; rel=\"next\"", status, *request.limit, last_id);
}

Response answer_page(const ListRequest& request, const TaskStore& store) {
    ListText list;
    std::string text;
    std::size_t count = 0;
    std::string last_id;
    bool more = false;
    store.visit(request.selection, [&](const Task& task) {
        more = count == *request.limit;
        if (!more) {
            list.append(text, task);
            last_id = task.id;
            ++count;
        }
        return !more;
    });
    list.end(text);
    auto response = json_text_response(std::move(text));
    if (more) {
        response.headers.add("Link", next_page(request, last_id));
    }
    return response;
}

/// The whole list, part by part. No reader is held between the parts, however slow the client is: each begins
/// behind the last task of the one before. So a task that is there all the while comes exactly once.
class WholeList {
  public:
    WholeList(TaskStore::Selection selection, const TaskStore& store)
        : selection_(std::move(selection)), store_(store) {}

    /// As BodyPull.
    bool append_part(std::string& part) {
        bool more = false;
        store_.visit(selection_, [&](const Task& task) {
            list_.append(part, task);
            selection_.before = task.id;
            more = part.size() >= streamed_at_once;
            return !more;
        });
        if (!more) {
            list_.end(part);
        }
        return more;
    }

  private:
    TaskStore::Selection selection_;
    const TaskStore& store_;
    ListText list_;
};

Response stream_list(const ListRequest& request, const TaskStore& store) {
    auto list = std::make_shared<WholeList>(request.selection, store);
    // The first part now: a database that fails is then an answer of its own.
    auto first = std::make_shared<std::string>();
    if (!list->append_part(*first)) {
        return json_text_response(std::move(*first));
    }
    auto response = json_text_response({});
    response.pull = [list, first](std::string& part) {
        if (!first->empty()) {
            part.swap(*first);
            return true;
        }
        return list->append_part(part);
    };
    return response;
}

}  // namespace

const std::vector<std::string>& task_list_parameters() {
    static const std::vector<std::string> names{"status", "limit", "cursor"};
    return names;
}

Response list_tasks(const Call& call, const TaskStore& store) {
    const auto request = read_list_request(call.query);
    return request.limit ? answer_page(request, store) : stream_list(request, store);
}

}  // namespace gilscope::http
