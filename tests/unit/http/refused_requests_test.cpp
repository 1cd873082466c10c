// Requests that the loop answers itself, and how their connections end.
#include <doctest/doctest.h>

#include <string>

#include "http/echo_server.h"

using namespace gilscope::http;
using namespace std::chrono_literals;

TEST_SUITE("http/connection_loop") {
    TEST_CASE("a broken request is answered, then the connection ends") {
        EchoServer server;
        for (const auto* bytes :
             {"POST / HTTP/1.1\r\nHost: h\r\n\r\n",
              "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
              "GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01"}) {
            RawClient client(server.port());
            client.send(bytes);
            const auto answer = client.read_to_end();
            CHECK(answer.starts_with("HTTP/1.1 4"));
            CHECK(answer.find("Connection: close\r\n") != std::string::npos);
            CHECK(answer.find("HTTP/1.1", 8) == std::string::npos);
            CHECK(client.is_closed(0ms));
        }
    }

    TEST_CASE("a client that goes on sending still gets its answer") {
        EchoServer server;
        RawClient client(server.port());
        client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2097152\r\n\r\n");
        const std::string part(64 * 1024, 'x');
        for (int i = 0; i < 32 && client.send(part); ++i) {
        }
        CHECK(client.read_answer().starts_with("HTTP/1.1 413 "));
        client.end_output();
        CHECK(client.is_closed());
        CHECK(soon([&] { return server.loop().connection_count() == 0; }));
    }

    TEST_CASE("what a refused client sends is dropped for a limited time") {
        LoopOptions options;
        options.drain_time = 50ms;
        EchoServer server(options);
        RawClient client(server.port());
        client.send("bad\r\n");
        CHECK(client.is_closed());  // our side of it stays open
        CHECK(soon([&] { return server.loop().connection_count() == 0; }));
    }

    TEST_CASE("and up to so many bytes") {
        LoopOptions options;
        options.drain_time = 1min;
        options.drain_bytes = 65536;
        EchoServer server(options);
        RawClient client(server.port());
        client.send("bad\r\n");
        CHECK(soon([&] {
            client.send(std::string(4096, 'x'));
            return server.loop().connection_count() == 0;
        }));
    }

    TEST_CASE("an error in the framing of HEAD is told without a body") {
        EchoServer server;
        RawClient client(server.port());
        client.send("HEAD /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx");
        const auto answer = client.read_to_end();
        CHECK(answer.starts_with("HTTP/1.1 400 "));
        CHECK(answer.find("\r\nContent-Length: ") != std::string::npos);
        CHECK(answer.ends_with("\r\n\r\n"));
    }

    TEST_CASE("Expect: 100-continue") {
        EchoServer server;
        const std::string end = " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";
        RawClient good(server.port());
        good.send("POST /a" + end);
        CHECK(good.read_answer() == "HTTP/1.1 100 Continue\r\n\r\n");
        good.send("xy");
        CHECK(good.read_answer().ends_with("POST /a [xy]"));
        good.send(get);
        CHECK(good.read_answer().ends_with("GET /a []"));

        RawClient impatient(server.port());
        impatient.send("POST /a" + end + "xy");
        CHECK(impatient.read_answer().ends_with("POST /a [xy]"));

        RawClient refused(server.port());
        refused.send("POST /refused" + end);
        CHECK(refused.read_to_end().starts_with("HTTP/1.1 421 "));

        RawClient broken(server.port());
        broken.send("POST /a HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        CHECK(broken.read_to_end().starts_with("HTTP/1.1 400 "));
    }
}
