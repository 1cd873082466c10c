#include "tasks/task.h"

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

void append_quoted(std::string& text, const std::string& value) {
    if (is_plain(value)) {
        text.append(1, '"').append(value).append(1, '"');
    } else {
        text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
}

}  // namespace

// Composed, not built as a document: that takes twice the time, and lists have many tasks. What isn't quoted
// here has nothing to escape.
void append_json(std::string& text, const Task& task) {
    text.append(R"({"id":")").append(task.id).append(R"(","title":)");
    append_quoted(text, task.title);
    text.append(R"(,"description":)");
    append_quoted(text, task.description);
    text.append(R"(,"status":")").append(task.status);
    text.append(R"(","priority":")").append(task.priority);
    text.append(R"(","created_at":")").append(storage::to_iso8601(task.created_at));
    text.append(R"(","updated_at":")").append(storage::to_iso8601(task.updated_at)).append(R"("})");
}

std::string to_json(const Task& task) {
    std::string text;
    append_json(text, task);
    return text;
}

}  // namespace gilscope::tasks
