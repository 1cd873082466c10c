#include "http/query.h"

#include <doctest/doctest.h>

#include <array>

#include "runs/errors.h"

using namespace gilscope::http;

namespace {

const std::vector<std::string> known{"n", "mode"};

std::string problem_of(std::string_view raw, const std::string& field) {
    const Query query(raw, known);
    const auto found = query.problems().find(field);
    return found == query.problems().end() ? std::string() : found->second;
}

}  // namespace

TEST_SUITE("http/query") {
    TEST_CASE("percent decoding") {
        CHECK(percent_decode("a%20b", false) == "a b");
        CHECK(percent_decode("a+b", true) == "a b");
        CHECK(percent_decode("a+b", false) == "a+b");
        CHECK(percent_decode("%C3%a9", false) == "\xc3\xa9");
        for (const auto* broken :
             {"%", "%4", "%4g", "%zz", "a%", "%00", "%ff", "%c3", "%ED%A0%80", "%C0%80"}) {
            CAPTURE(broken);
            CHECK_FALSE(percent_decode(broken, false).has_value());
        }
    }

    TEST_CASE("UTF-8") {
        for (const auto* valid :
             {"", "a", "\xc2\x80", "\xe0\xa0\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
            CHECK(is_valid_utf8(valid));
        }
        for (const auto* invalid : {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                    "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82"}) {
            CHECK_FALSE(is_valid_utf8(invalid));
        }
    }

    TEST_CASE("values") {
        Query query("n=7&mode=a%26b", known);
        CHECK(query.integer("n", 1, 10, 5) == 7);
        CHECK(query.text("mode") == "a&b");
        CHECK_NOTHROW(query.check());
    }

    TEST_CASE("an absent value is the default") {
        Query query("", known);
        CHECK(query.integer("n", 1, 10, 5) == 5);
        CHECK_FALSE(query.text("mode").has_value());
        CHECK_NOTHROW(query.check());
    }

    TEST_CASE("unknown, repeated and malformed parameters") {
        CHECK(problem_of("x=1", "x").find("n, mode") != std::string::npos);
        CHECK(problem_of("n=1&n=1", "n") == "is given more than once");
        CHECK(problem_of("n", "n") == "has no valid value");
        CHECK(problem_of("n=%zz", "n") == "has no valid value");
        CHECK_FALSE(problem_of("&n=1", "query").empty());
        CHECK_FALSE(problem_of("=1", "query").empty());
        CHECK_FALSE(problem_of("%ff=1", "query").empty());
    }

    TEST_CASE("integers are digits within their limits") {
        for (const auto* wrong : {"n=", "n=0", "n=11", "n=-1", "n=%2B1", "n=1.0", "n=1e1", "n=0x1", "n=%201",
                                  "n=99999999999999999999"}) {
            CAPTURE(wrong);
            Query query(wrong, known);
            CHECK(query.integer("n", 1, 10, 5) == 5);
            CHECK(query.problems().at("n") == "must be a whole number from 1 to 10");
        }
    }

    TEST_CASE("every bad field is named at once") {
        Query query("n=x&mode=y&z=1", known);
        query.integer("n", 1, 10, 5);
        constexpr std::array<std::string_view, 2> choices{"a", "b"};
        CHECK(query.choice("mode", choices, "a") == "a");
        try {
            query.check();
            FAIL("nothing was thrown");
        } catch (const gilscope::runs::InvalidRequest& error) {
            CHECK(error.fields().size() == 3);
            CHECK(error.fields().at("mode") == "must be one of a, b");
        }
    }
}
