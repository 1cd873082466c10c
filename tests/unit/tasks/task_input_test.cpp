#include "tasks/task_input.h"

#include <doctest/doctest.h>

using namespace gilscope::tasks;
using Json = nlohmann::ordered_json;

namespace {

Problems problems(TaskFields (*read)(const Json&), const Json& body) {
    try {
        read(body);
        return {};
    } catch (const InvalidTask& error) {
        return error.fields();
    }
}

std::string repeat(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

}  // namespace

TEST_CASE("a new task: what is not said has its default, the title is trimmed") {
    const auto least = read_new_task({{"title", " \xE3\x80\x80 a\tb\n"}});
    CHECK(least.title == "a\tb");
    CHECK(least.description == "");
    CHECK(least.status == "pending");
    CHECK(least.priority == "medium");
    const auto most = read_new_task({{"priority", "high"},
                                     {"status", "done"},
                                     {"description", repeat("\xF0\x9F\x98\x80", 10'000)},
                                     {"title", " " + repeat("\xE2\x82\xAC", 200) + " "}});
    CHECK(most.title == repeat("\xE2\x82\xAC", 200));
    CHECK(most.description == repeat("\xF0\x9F\x98\x80", 10'000));
    CHECK(most.status == "done");
    CHECK(most.priority == "high");
    CHECK(read_new_task({{"title", "a"}, {"description", "  "}}).description == "  ");
}

TEST_CASE("a change has what was said, no more") {
    const auto changes = read_changes({{"title", " b "}});
    CHECK(changes.title == "b");
    CHECK_FALSE(changes.description);
    CHECK_FALSE(changes.status);
    CHECK_FALSE(changes.priority);
    CHECK(read_changes({{"description", ""}}).description == "");
}

TEST_CASE("every bad field is named at once") {
    struct Case {
        Json body;
        Problems expected;
    };
    const std::string title = "must have 1 to 200 characters, white space around them left out";
    const std::string status = "must be one of pending, in_progress, done";
    const Case for_both[] = {
        {Json::array(), {{"body", "must be an object"}}},
        {nullptr, {{"body", "must be an object"}}},
        {"title", {{"body", "must be an object"}}},
        {{{"title", ""}}, {{"title", title}}},
        {{{"title", " \n\xC2\xA0"}}, {{"title", title}}},
        {{{"title", repeat("\xE2\x82\xAC", 201)}}, {{"title", title}}},
        {{{"title", nullptr}}, {{"title", "must be a string, not null"}}},
        {{{"title", 1}}, {{"title", "must be a string"}}},
        {{{"title", {"a"}}}, {{"title", "must be a string"}}},
        {{{"title", std::string("a\0", 2)}}, {{"title", "must not contain U+0000"}}},
        {{{"title", "a"}, {"description", nullptr}}, {{"description", "must be a string, not null"}}},
        {{{"title", "a"}, {"description", repeat("\xF0\x9F\x98\x80", 10'001)}},
         {{"description", "must have at most 10000 characters"}}},
        {{{"title", "a"}, {"description", std::string("\0", 1)}},
         {{"description", "must not contain U+0000"}}},
        {{{"title", "a"}, {"status", "Done"}}, {{"status", status}}},
        {{{"title", "a"}, {"status", nullptr}}, {{"status", status}}},
        {{{"title", "a"}, {"status", ""}}, {{"status", status}}},
        {{{"title", "a"}, {"priority", 1}}, {{"priority", "must be one of low, medium, high"}}},
        {{{"title", "a"}, {"Title", "a"}}, {{"Title", "is unknown"}}},
        {{{"title", "a"}, {"", "a"}}, {{"", "is unknown"}}},
        {{{"title", "a"}, {"id", "x"}, {"created_at", "x"}, {"updated_at", "x"}},
         {{"id", "is the server's to set"},
          {"created_at", "is the server's to set"},
          {"updated_at", "is the server's to set"}}},
        {{{"title", ""}, {"status", 1}, {"owner", 1}, {"priority", "low"}},
         {{"title", title}, {"status", status}, {"owner", "is unknown"}}},
    };
    for (const auto& [body, expected] : for_both) {
        CAPTURE(body.dump());
        CHECK(problems(read_new_task, body) == expected);
        CHECK(problems(read_changes, body) == expected);
    }
    CHECK(problems(read_new_task, Json::object()) == Problems{{"title", "is required"}});
    CHECK(problems(read_new_task, {{"status", 1}}) == Problems{{"title", "is required"}, {"status", status}});
    CHECK(problems(read_changes, Json::object()) ==
          Problems{{"body", "must say at least one of title, description, status, priority"}});
}
