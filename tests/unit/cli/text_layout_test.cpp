#include "cli/text_layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

using namespace gilscope::cli;

TEST_CASE("short text is one line") {
    CHECK(wrapped("a b", 2) == "a b\n");
    CHECK(wrapped("", 2) == "\n");
    CHECK(wrapped("  indented", 4) == "  indented\n");
}

TEST_CASE("long text is broken at spaces, later lines are indented, nothing is lost") {
    std::string text;
    for (int i = 0; i < 60; ++i) {
        text += (i == 0 ? "" : " ") + std::string("word") + std::to_string(i);
    }
    std::istringstream lines(wrapped(text, 4));
    std::string again;
    for (std::string line; std::getline(lines, line);) {
        CHECK(line.size() <= 80);
        if (!again.empty()) {
            CHECK(line.starts_with("    word"));
            line = line.substr(3);
        }
        again += line;
    }
    CHECK(again == text);
}

TEST_CASE("a word that is too long stands on a line of its own") {
    const std::string path(100, 'x');
    CHECK(wrapped("see " + path + " there", 2) == "see\n  " + path + "\n  there\n");
}
