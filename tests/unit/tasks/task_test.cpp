#include "tasks/task.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace gilscope::tasks {

namespace {

Task task_with(const std::string& text) {
    Task task;
    task.title = text;
    task.description = text;
    return task;
}

}  // namespace

TEST_SUITE("tasks/task") {
    TEST_CASE("its JSON reads back as what it was, whatever the texts hold") {
        for (const std::string text :
             {"", "plain ~ text", "a \"quoted\" one", "back\\slash", "line\nend", "\x01\x1f\x7f", "é 漢 🐍"}) {
            CAPTURE(text);
            const auto json = nlohmann::json::parse(to_json(task_with(text)));
            CHECK(json["title"] == text);
            CHECK(json["description"] == text);
        }
    }
}

}  // namespace gilscope::tasks
