#include "http/json_body.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

using gilscope::http::BadJson;
using gilscope::http::read_json;

TEST_CASE("what is JSON is read as it is, members in their order") {
    for (const char* text : {"{}", "[]", "null", "true", "-0", "1e308", "18446744073709551615", "\"\"",
                             R"({"b":1,"a":[{"b":null},[],{}],"c":"\u00e4\ud83d\ude00\u0000"})"}) {
        CAPTURE(text);
        CHECK(read_json(text) == nlohmann::ordered_json::parse(text));
        CHECK(read_json(text).dump() == nlohmann::ordered_json::parse(text).dump());
        CHECK(read_json(std::string(" \r\n\t") + text + " \n").dump() == read_json(text).dump());
    }
    const std::string deepest = std::string(16, '[') + std::string(16, ']');
    CHECK(read_json(deepest).dump() == deepest);
    CHECK(read_json(R"([{"a":1},{"a":1},{"b":{"a":1}}])").size() == 3);
}

TEST_CASE("what is not, or could be read in two ways, is refused in a sentence") {
    using namespace std::string_literals;
    const std::pair<const char*, std::string> cases[] = {
        {"nothing", ""},
        {"white space", " \n"},
        {"a form", "title=a"},
        {"cut off", R"({"title":"a)"},
        {"cut off between", R"({"title")"},
        {"a comma too many", R"({"a":1,})"},
        {"a comment", "{}//"},
        {"bytes behind it", "{}{}"},
        {"a 0 behind it", "{}\0"s},
        {"a 0 and more behind it", "{}\0x"s},
        {"a 0 within", "{\"a\":\"\0\"}"s},
        {"a byte order mark", "\xEF\xBB\xBF{}"},
        {"UTF-16", "\xFF\xFE{\0}\0"s},
        {"single quotes", "{'a':1}"},
        {"a name without quotes", "{a:1}"},
        {"a control character", "\"\n\""},
        {"the same member twice", R"({"a":1,"b":2,"a":1})"},
        {"twice, written differently", R"({"a":1,"\u0061":1})"},
        {"twice, further in", R"([{"b":{"a":1,"a":2}}])"},
        {"a number too large", "1e999"},
        {"a number too small", "[-1e400]"},
        {"no number", "NaN"},
        {"infinity", "-Infinity"},
        {"a number with a zero before it", "01"},
        {"invalid UTF-8", "\"\xC3\x28\""},
        {"UTF-8 cut off", "\"\xE2\x82\""},
        {"overlong UTF-8", "\"\xC0\xAF\""},
        {"a surrogate in UTF-8", "\"\xED\xA0\x80\""},
        {"a lone high surrogate", R"("\ud83d")"},
        {"a lone low surrogate", R"("\ude00x")"},
        {"two high surrogates", R"("\ud83d\ud83d")"},
        {"too deep", std::string(17, '[') + std::string(17, ']')},
        {"much too deep", std::string(1'000'000, '[')},
    };
    for (const auto& [what, text] : cases) {
        CAPTURE(what);
        CHECK_THROWS_WITH_AS(read_json(text), doctest::Contains("the body "), BadJson);
        try {
            read_json(text);
        } catch (const BadJson& error) {
            CHECK(std::string(error.what()).find("json.exception") == std::string::npos);
        }
    }
    CHECK_THROWS_WITH(read_json("[1,]"), doctest::Contains("at byte 4: unexpected ']'"));
}

TEST_CASE("an object of very many members takes no more than its share of time") {
    std::string text = "{";
    for (int i = 0; i < 100'000; ++i) {
        text += fmt::format("\"{}\":{},", i, i);
    }
    text += "\"last\":0}";
    // Searching each among all others would take minutes.
    CHECK(read_json(text).size() == 100'001);
}
