#include "http/entity_tags.h"

#include <doctest/doctest.h>

using namespace gilscope::http;

TEST_CASE("entity tags: what a request names, strictly and weakly compared") {
    struct Case {
        std::vector<const char*> headers;
        bool strongly;
        bool weakly;
    };
    const Case cases[] = {
        {{"\"a,b\""}, true, true},
        {{"*"}, true, true},
        {{" * "}, true, true},
        {{"W/\"a,b\""}, false, true},
        {{"\"x\", W/\"a,b\" ,\"y\""}, false, true},
        {{"\"x\",\"a,b\""}, true, true},
        {{"\"x\"", "\"a,b\""}, true, true},
        {{"\"x\"", "*"}, true, true},
        {{""}, false, false},
        {{"\"x\""}, false, false},
        {{"a,b"}, false, false},
        {{"\"a,b"}, false, false},
        {{"'a,b'"}, false, false},
        {{"\"*\""}, false, false},
        {{"\"a\",\"b\""}, false, false},
        {{"w/\"a,b\""}, true, true},  // no weak tag: a letter that means nothing, and a tag
        {{"\"A,B\""}, false, false},
    };
    for (const auto& [headers, strongly, weakly] : cases) {
        Headers given;
        for (const char* header : headers) {
            given.add("if-match", header);
        }
        CAPTURE(headers.front());
        const auto tags = EntityTags::from(given, "If-Match");
        REQUIRE(tags);
        CHECK(tags->match_strongly("\"a,b\"") == strongly);
        CHECK(tags->match_weakly("\"a,b\"") == weakly);
        CHECK_FALSE(EntityTags::from(given, "If-None-Match"));
    }
}
