#include "tasks/task.h"

#include <fmt/compile.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gilscope::tasks {

namespace {

/// Most texts are printable ASCII without anything to escape, which a writer of JSON can't know beforehand.
bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char character) {
        return character >= ' ' && character < '\x7f' && character != '"' && character != '\\';
    });
}

std::string quoted(const std::string& text) {
    if (is_plain(text)) {
        return '"' + text + '"';
    }
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const Task& task) {
    // Composed, not built as a document: that takes twice the time, and lists have many tasks. What isn't
    // quoted() has nothing to escape.
    return fmt::format(
        FMT_COMPILE(
            R"({{"id":"{}","title":{},"description":{},"status":"{}","priority":"{}","created_at":"{}","updated_at":"{}"}})"),
        task.id, quoted(task.title), quoted(task.description), task.status, task.priority,
        storage::to_iso8601(task.created_at), storage::to_iso8601(task.updated_at));
}

}  // namespace gilscope::tasks
