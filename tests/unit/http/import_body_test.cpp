#include "http/import_body.h"

#include <doctest/doctest.h>

#include "http/json_body.h"

using namespace gilscope::http;

TEST_SUITE("http/import_body") {
    TEST_CASE("a report is the whole body, unless it stands in a resource") {
        struct Case {
            const char* body;
            const char* report;
            const char* name;
        };
        const std::vector<Case> cases{
            {R"({"kind":"x"})", R"({"kind":"x"})", ""},
            {R"({})", R"({})", ""},
            {R"("report")", R"("report")", ""},
            {R"(["report",{}])", R"(["report",{}])", ""},
            {R"({"a":{"report":1},"b":["report"]})", R"({"a":{"report":1},"b":["report"]})", ""},
            {R"({"report":{"a":[1,{"b":"}"}]},"name":"n"})", R"({"a":[1,{"b":"}"}]})", "n"},
            {R"({"name":"\"report\":\\","report":{}})", R"({})", R"("report":\)"},
            {R"({"report":null})", "null", ""},
            {R"({"name":7,"x":[[]],"report":[]})", "[]", ""},
            {"\n{ \"name\" : \"n\" , \"report\" :{\"a\" : 1} }\n", "{\"a\" : 1}", "n"},
        };
        for (const auto& each : cases) {
            CAPTURE(each.body);
            const auto taken = read_import_body(each.body);
            CHECK(taken.report == each.report);
            CHECK(taken.name == each.name);
        }
    }

    TEST_CASE("what isn't JSON, or says a thing twice, is refused") {
        for (const auto* body :
             {"", " ", "{", "{\"report\":{}", "nil", "\xef\xbb\xbf{}", "{\"report\":{}}x", "\"\xff\"",
              "{\"name\":\"a\",\"name\":\"b\",\"report\":{}}", "{\"report\":{},\"report\":{}}"}) {
            CAPTURE(body);
            CHECK_THROWS_AS(read_import_body(body), BadJson);
        }
    }

    TEST_CASE("what stands around a report is bounded, the report is not") {
        const std::string much(1 << 20, ' ');
        CHECK(read_import_body("{\"report\":[" + much + "1]}").report.size() == much.size() + 3);
        CHECK_THROWS_AS(read_import_body("{\"report\":{}," + much + "\"a\":1}"), BadJson);
    }

    TEST_CASE("depth costs neither stack nor much time") {
        const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
        CHECK(read_import_body(deep).report == deep);
        CHECK(read_import_body("{\"report\":" + deep + "}").report == deep);
    }
}
