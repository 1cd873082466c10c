#include "tasks/task_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "text/text.h"

namespace gilscope::tasks {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_in_title = 200;
constexpr std::size_t most_in_description = 10'000;

/// What a request says of a task, field by field, with what is wrong.
class Reader {
  public:
    explicit Reader(const Json& body) {
        if (!body.is_object()) {
            throw InvalidTask(Problems{{"body", "must be an object"}});
        }
        for (const auto& [name, value] : body.items()) {
            read(name, value);
        }
    }

    TaskFields fields;
    Problems problems;

  private:
    void read(const std::string& name, const Json& value) {
        if (name == "title") {
            fields.title = title(value);
        } else if (name == "description") {
            fields.description = text(name, value, most_in_description);
        } else if (name == "status") {
            fields.status = choice(name, value, statuses);
        } else if (name == "priority") {
            fields.priority = choice(name, value, priorities);
        } else if (name == "id" || name == "created_at" || name == "updated_at") {
            problems[name] = "is the server's to set";
        } else {
            problems[name] = "is unknown";
        }
    }

    std::string title(const Json& value) {
        auto title = text("title", value, std::string::npos);
        const auto trimmed = text::trim(title);
        const auto length = text::count_code_points(trimmed);
        if (length < 1 || length > most_in_title) {
            problems.try_emplace(
                "title",
                fmt::format("must have 1 to {} characters, white space around them left out", most_in_title));
        }
        return std::string(trimmed);
    }

    std::string text(const std::string& name, const Json& value, std::size_t most) {
        if (!value.is_string()) {
            problems[name] = value.is_null() ? "must be a string, not null" : "must be a string";
            return {};
        }
        auto text = value.get<std::string>();
        if (text.find('\0') != std::string::npos) {
            problems[name] = "must not contain U+0000";
        } else if (text::count_code_points(text) > most) {
            problems[name] = fmt::format("must have at most {} characters", most);
        }
        return text;
    }

    std::string choice(const std::string& name, const Json& value,
                       std::span<const std::string_view> choices) {
        if (!value.is_string() ||
            std::find(choices.begin(), choices.end(), value.get<std::string>()) == choices.end()) {
            problems[name] = fmt::format("must be one of {}", fmt::join(choices, ", "));
            return {};
        }
        return value.get<std::string>();
    }
};

void check(const Reader& reader) {
    if (!reader.problems.empty()) {
        throw InvalidTask(reader.problems);
    }
}

}  // namespace

TaskFields read_new_task(const Json& body) {
    Reader reader(body);
    if (!reader.fields.title) {
        reader.problems.try_emplace("title", "is required");
    }
    check(reader);
    auto fields = std::move(reader.fields);
    fields.description = fields.description.value_or("");
    fields.status = fields.status.value_or("pending");
    fields.priority = fields.priority.value_or("medium");
    return fields;
}

TaskFields read_changes(const Json& body) {
    const Reader reader(body);
    check(reader);
    if (body.empty()) {
        throw InvalidTask(
            Problems{{"body", "must say at least one of title, description, status, priority"}});
    }
    return reader.fields;
}

}  // namespace gilscope::tasks
