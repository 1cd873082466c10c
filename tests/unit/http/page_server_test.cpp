#include "http/page_server.h"

#include <doctest/doctest.h>

#include <thread>

#include "http/raw_client.h"
#include "http/temporary_page.h"

using namespace gilscope::http;

TEST_SUITE("http/page_server") {
    TEST_CASE("origins") {
        for (const auto* good : {"http://localhost:8000", "https://lab.example", "http://[::1]:80",
                                 "http://10.0.0.1:8000", "http://[::1]"}) {
            CAPTURE(good);
            CHECK(origin_of(good) == good);
            CHECK(origin_of(std::string(good) + "/") == good);
        }
        for (const auto* bad :
             {"", "localhost:8000", "ftp://a", "http://", "http://a/b", "http://a b", "http://a;script-src *",
              "http://a:b", "http://a:", "http://a:123456", "http://u@a", "http://a\r\nX: y", "http://[]",
              "http://*", "http://a?b", "//a"}) {
            CAPTURE(bad);
            CHECK_FALSE(origin_of(bad).has_value());
        }
    }

    TEST_CASE("the page, where its API is, and nothing else") {
        const TemporaryPage page;
        PageServer server({.port = 0,
                           .apis = {"http://api.example:1"},
                           .page_directory = page.directory(),
                           .access_log = std::nullopt});
        std::thread thread([&] { server.run(); });
        const auto port = std::stoi(server.address().substr(server.address().rfind(':') + 1));
        const auto get = [&](const std::string& target) {
            RawClient client(port);
            client.send("GET " + target + " HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
                        "\r\nOrigin: http://localhost:5500\r\n\r\n");
            return client.read_answer();
        };
        const auto index = get("/");
        CHECK(index.starts_with("HTTP/1.1 200 "));
        CHECK(index.find("connect-src 'self' http://api.example:1\r\n") != std::string::npos);
        CHECK(index.find("Access-Control-Allow-Origin") == std::string::npos);
        CHECK(get("/config.json").ends_with(R"({"api":"http://api.example:1"})"));
        CHECK(get("/api/health").starts_with("HTTP/1.1 404 "));
        CHECK(get("/nothing").starts_with("HTTP/1.1 404 "));
        server.stop();
        thread.join();
    }
}
