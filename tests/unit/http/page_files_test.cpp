#include "http/page_files.h"

#include <doctest/doctest.h>

#include "http/temporary_page.h"

using namespace gilscope::http;

namespace {

Response get(const PageFiles& page, const char* path, const char* known_tag = nullptr) {
    const auto file = page.find(path);
    REQUIRE(file.has_value());
    Request request;
    if (known_tag != nullptr) {
        request.headers.add("If-None-Match", known_tag);
    }
    return page.serve(*file, request);
}

}  // namespace

TEST_SUITE("http/page_files") {
    TEST_CASE("plain paths") {
        CHECK(safe_relative_path("/") == "index.html");
        CHECK(safe_relative_path("/js/main.js") == "js/main.js");
        CHECK(safe_relative_path("/%6as/main.js") == "js/main.js");
    }

    TEST_CASE("no path leads out") {
        for (const auto* path :
             {"", "x", "/..", "/../secret.txt", "/js/../../secret.txt", "/%2e%2e/secret.txt", "/.hidden",
              "/js//main.js", "//etc/passwd", "/js%2fmain.js", "/js%5cmain.js", "/js\\main.js",
              "/index.html%00", "/index.html%", "/js/", "/./index.html", "/a%0ab", "/C:/x", "/~"}) {
            CAPTURE(path);
            CHECK_FALSE(safe_relative_path(path).has_value());
        }
    }

    TEST_CASE("only regular files within the directory are found") {
        const TemporaryPage temporary;
        const PageFiles page(temporary.directory());
        CHECK(page.find("/").has_value());
        CHECK(page.find("/js/main.js").has_value());
        for (const auto* path : {"/js", "/missing.html", "/.hidden", "/../secret.txt", "/link.txt"}) {
            CAPTURE(path);
            CHECK_FALSE(page.find(path).has_value());
        }
    }

    TEST_CASE("a directory that isn't there has no files") {
        CHECK_FALSE(PageFiles("/nonexistent/page").find("/").has_value());
    }

    TEST_CASE("type, tag, cache rules and policy") {
        const TemporaryPage temporary;
        const PageFiles page(temporary.directory(), {"http://localhost:8000"});
        const auto response = get(page, "/js/main.js");
        CHECK(response.status == 200);
        CHECK(response.body == "export {};");
        CHECK(response.headers.find("Content-Type") == "text/javascript; charset=utf-8");
        CHECK(response.headers.find("Cache-Control") == "no-cache");
        const std::string policy(response.headers.find("Content-Security-Policy").value());
        CHECK(policy.find("default-src 'none'") != std::string::npos);
        CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
        CHECK(policy.find("unsafe") == std::string::npos);
        CHECK(policy.ends_with("connect-src 'self' http://localhost:8000"));
    }

    TEST_CASE("a known content is not sent again") {
        const TemporaryPage temporary;
        const PageFiles page(temporary.directory());
        const std::string tag(get(page, "/").headers.find("ETag").value());
        CHECK(get(page, "/", tag.c_str()).status == 304);
        CHECK(get(page, "/", tag.c_str()).body.empty());
        CHECK(get(page, "/", ("\"other\", W/" + tag).c_str()).status == 304);
        CHECK(get(page, "/", "*").status == 304);
        CHECK(get(page, "/", "\"other\"").status == 200);

        temporary.write("page/index.html", "changed");
        CHECK(get(page, "/", tag.c_str()).status == 200);
    }
}
