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

std::string next_page(const ListRequest& request, const Task& last) {
    const auto status = request.selection.status ? fmt::format("status={}&", *request.selection.status) : "";
    return fmt::format("</api/tasks?{}limit={}&cursor={}>; rel=\"next\"", status, *request.limit, last.id);
}

Response answer_page(const ListRequest& request, const TaskStore& store) {
    std::vector<Task> page;
    bool more = false;
    store.visit(request.selection, [&](const Task& task) {
        more = page.size() == *request.limit;
        if (!more) {
            page.push_back(task);
        }
        return !more;
    });
    auto list = nlohmann::ordered_json::array();
    for (const Task& task : page) {
        list.push_back(to_json(task));
    }
    auto response = json_response({{"tasks", std::move(list)}});
    if (more) {
        response.headers.add("Link", next_page(request, page.back()));
    }
    return response;
}

/// The whole list as text, part by part. No reader is held between the parts, however slow the client is:
/// each begins behind the last task of the one before. So a task that is there all the while comes exactly
/// once.
class ListText {
  public:
    ListText(TaskStore::Selection selection, const TaskStore& store)
        : selection_(std::move(selection)), store_(store) {}

    /// As BodyPull.
    bool append_part(std::string& part) {
        bool more = false;
        part += first_ ? R"({"tasks":[)" : "";
        store_.visit(selection_, [&](const Task& task) {
            part += std::exchange(first_, false) ? "" : ",";
            part += json_text(to_json(task));
            selection_.before = task.id;
            more = part.size() >= streamed_at_once;
            return !more;
        });
        part += more ? "" : "]}";
        return more;
    }

  private:
    TaskStore::Selection selection_;
    const TaskStore& store_;
    bool first_ = true;
};

Response stream_list(const ListRequest& request, const TaskStore& store) {
    auto text = std::make_shared<ListText>(request.selection, store);
    // The first part now: a database that fails is then an answer of its own.
    auto part = std::make_shared<std::string>();
    const bool more = text->append_part(*part);
    if (!more) {
        return json_text_response(std::move(*part));
    }
    auto response = json_text_response({});
    response.pull = [text, part](std::string& next) {
        if (!part->empty()) {
            next.swap(*part);
            return true;
        }
        return text->append_part(next);
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
