#include "http/client.h"

#include <doctest/doctest.h>

#include "http/upstream.h"

using namespace std::chrono_literals;
using gilscope::http::get;
using gilscope::http::post_json;
using gilscope::http::Unreachable;
using gilscope::http::Upstream;

TEST_CASE("client: statuses and bodies are the server's, errors included") {
    const Upstream server;
    const std::string origin = "http://" + server.address();
    CHECK(get(origin + "/api/slow?ms=1", 5s).status == 200);
    CHECK(get(origin + "/api/slow?ms=1", 5s).body == R"({"ok":true,"ms":1})");
    CHECK(get(origin, 5s).status == 404);
    CHECK(get(origin + "/api/nothing", 5s).status == 404);
    CHECK(post_json(origin + "/api/slow?ms=1", "{}", 5s).status == 200);
    CHECK(post_json(origin + "/api/slow?ms=0", "{}", 5s).status == 422);
}

TEST_CASE("client: what can't be asked is said with its address") {
    for (const std::string url : {"", "127.0.0.1:8000", "ftp://127.0.0.1/", "http://", "http:///path",
                                  "http://127.0.0.1:1/", "http://127.0.0.1:99999/", "http://no such host/"}) {
        CAPTURE(url);
        try {
            get(url, 2s);
            FAIL("it was answered");
        } catch (const Unreachable& error) {
            CHECK(std::string(error.what()).find(url) == 0);
        }
    }
}

TEST_CASE("client: a server that takes too long is given up") {
    const Upstream server;
    const auto begun = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(get("http://" + server.address() + "/api/slow?ms=1000", 50ms), Unreachable);
    CHECK(std::chrono::steady_clock::now() - begun < 1s);
}
