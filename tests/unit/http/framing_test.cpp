#include "http/framing.h"

#include <doctest/doctest.h>

#include <string>

using namespace gilscope::http;

namespace {

/// Status of the refusal; 0: a good head; -1: more bytes are wanted.
int verdict(const std::string& bytes) {
    const auto reading = read_head(bytes);
    if (const auto* error = std::get_if<FramingError>(&reading)) {
        return error->status;
    }
    return std::holds_alternative<RequestHead>(reading) ? 0 : -1;
}

RequestHead good(const std::string& bytes) {
    const auto reading = read_head(bytes);
    REQUIRE(std::holds_alternative<RequestHead>(reading));
    return std::get<RequestHead>(reading);
}

std::string with(const std::string& method, const std::string& headers) {
    return method + " /x HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}

struct Case {
    const char* name;
    std::string bytes;
    int status;
};

const std::vector<Case> request_lines{
    {"plain", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"an empty line before it", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"two empty lines before it", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"1.0", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", 0},
    {"0.9", "GET /\r\n", 400},
    {"2", "PRI * HTTP/2.0\r\n\r\n", 400},
    {"lower-case version", "GET / http/1.1\r\n", 400},
    {"two spaces", "GET  / HTTP/1.1\r\n", 400},
    {"a space in the target", "GET /a b HTTP/1.1\r\n", 400},
    {"a tab for a space", "GET\t/ HTTP/1.1\r\n", 400},
    {"no target", "GET HTTP/1.1\r\n", 400},
    {"a method that is no token", "G@T / HTTP/1.1\r\n", 400},
    {"an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"bytes beyond ASCII", "GET /\xc3\xa9 HTTP/1.1\r\n", 400},
    {"a fragment", "GET /a#b HTTP/1.1\r\n", 400},
    {"two question marks", "GET /a?b?c HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"absolute", "GET http://b/x HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"absolute, another scheme", "GET ftp://b/x HTTP/1.1\r\n", 400},
    {"absolute with a user", "GET http://u@b/x HTTP/1.1\r\n", 400},
    {"absolute without a host", "GET http:///x HTTP/1.1\r\n", 400},
    {"relative", "GET x HTTP/1.1\r\n", 400},
    {"a star", "GET * HTTP/1.1\r\n", 400},
    {"a star for OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"an authority", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", 0},
    {"a bare line feed", "GET / HTTP/1.1\nHost: a\n\n", 400},
    {"a bare carriage return", "GET / HTTP/1.1\rHost: a\r\r", 400},
    {"NUL", std::string("GET /\0 HTTP/1.1\r\n", 17), 400},
    {"a TLS handshake", "\x16\x03\x01\x02", 400},
    {"the longest line", "GET /" + std::string(8192 - 14, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"a line one byte longer", "GET /" + std::string(8192 - 13, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 414},
    {"a line that doesn't end", "GET /" + std::string(8192, 'a'), 414},
};

std::string many_headers(int count) {
    std::string lines;
    for (int i = 0; i < count; ++i) {
        lines += "A: b\r\n";
    }
    return lines;
}

const std::vector<Case> headers{
    {"no Host", "GET / HTTP/1.1\r\n\r\n", 400},
    {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400},
    {"a space before the colon", with("GET", "A : b\r\n"), 400},
    {"no colon", with("GET", "A\r\n"), 400},
    {"no name", with("GET", ": b\r\n"), 400},
    {"a folded line", with("GET", "A: b\r\n c\r\n"), 400},
    {"a control character", with("GET", "A: b\x01\r\n"), 400},
    {"a tab in a value", with("GET", "A: b\tc\r\n"), 0},
    {"Latin-1 in a value", with("GET", "A: \xe9\r\n"), 0},
    {"an empty value", with("GET", "A:\r\n"), 0},
    {"64 headers", with("GET", many_headers(63)), 0},
    {"65 headers", with("GET", many_headers(64)), 431},
    {"200,000 headers", with("GET", many_headers(200'000)), 431},
    {"a header of 33 KiB", with("GET", "A: " + std::string(33 * 1024, 'b') + "\r\n"), 431},
    {"headers that don't end", "GET / HTTP/1.1\r\nA: " + std::string(33 * 1024, 'b'), 431},
};

const std::vector<Case> lengths{
    {"POST without", with("POST", ""), 411},
    {"PUT without", with("PUT", ""), 411},
    {"PATCH without", with("PATCH", ""), 411},
    {"DELETE without", with("DELETE", ""), 0},
    {"DELETE with", with("DELETE", "Content-Length: 5\r\n"), 0},
    {"POST with 0", with("POST", "Content-Length: 0\r\n"), 0},
    {"POST chunked", with("POST", "Transfer-Encoding: chunked\r\n"), 411},
    {"DELETE chunked", with("DELETE", "Transfer-Encoding: chunked\r\n"), 411},
    {"GET chunked", with("GET", "Transfer-Encoding: chunked\r\n"), 400},
    {"both", with("POST", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), 400},
    {"both, the other way round", with("POST", "Transfer-Encoding: identity\r\nContent-Length: 0\r\n"), 400},
    {"two lengths", with("POST", "Content-Length: 5\r\nContent-Length: 5\r\n"), 400},
    {"a list", with("POST", "Content-Length: 5, 5\r\n"), 400},
    {"negative", with("POST", "Content-Length: -1\r\n"), 400},
    {"a plus sign", with("POST", "Content-Length: +1\r\n"), 400},
    {"hexadecimal", with("POST", "Content-Length: 0x5\r\n"), 400},
    {"a word", with("POST", "Content-Length: abc\r\n"), 400},
    {"empty", with("POST", "Content-Length:\r\n"), 400},
    {"white space within", with("POST", "Content-Length: 1 2\r\n"), 400},
    {"GET with a body", with("GET", "Content-Length: 1\r\n"), 400},
    {"HEAD with a body", with("HEAD", "Content-Length: 1\r\n"), 400},
    {"OPTIONS with a body", with("OPTIONS", "Content-Length: 1\r\n"), 400},
    {"GET with length 0", with("GET", "Content-Length: 0\r\n"), 0},
    {"GET with a word", with("GET", "Content-Length: abc\r\n"), 400},
    {"1 MiB", with("POST", "Content-Length: 1048576\r\n"), 0},
    {"a byte more", with("POST", "Content-Length: 1048577\r\n"), 413},
    {"more than fits in 64 bits", with("POST", "Content-Length: 99999999999999999999999\r\n"), 413},
};

void check_all(const std::vector<Case>& cases) {
    for (const auto& each : cases) {
        CAPTURE(each.name);
        CHECK(verdict(each.bytes) == each.status);
    }
}

}  // namespace

TEST_SUITE("http/framing") {
    TEST_CASE("request lines") {
        check_all(request_lines);
    }

    TEST_CASE("headers") {
        check_all(headers);
    }

    TEST_CASE("lengths") {
        check_all(lengths);
    }

    TEST_CASE("byte by byte, a good head is incomplete until its last byte") {
        const std::string bytes = "POST /a?b=c HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n";
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            CAPTURE(size);
            CHECK(verdict(bytes.substr(0, size)) == -1);
        }
        CHECK(verdict(bytes) == 0);
    }

    TEST_CASE("what follows a head is not looked at") {
        const auto head = good(with("POST", "Content-Length: 3\r\n") + std::string("\0\n\r", 3));
        CHECK(head.content_length == 3);
        CHECK(head.size == with("POST", "Content-Length: 3\r\n").size());
    }

    TEST_CASE("the parts of a head") {
        const auto head = good("\r\nGET /a%20b?c HTTP/1.1\r\nHost:  a:1 \r\nX-Name: some text\t\r\n\r\n");
        CHECK(head.method == "GET");
        CHECK(head.target == "/a%20b?c");
        CHECK(head.host == "a:1");
        CHECK(head.headers.find("x-name") == "some text");
        CHECK(head.keep_alive);
        CHECK_FALSE(head.expects_continue);
    }

    TEST_CASE("an absolute target's host counts, not the header") {
        const auto head = good("GET http://b:2?q HTTP/1.1\r\nHost: a\r\n\r\n");
        CHECK(head.target == "/?q");
        CHECK(head.host == "b:2");
    }

    TEST_CASE("connection options") {
        CHECK_FALSE(good(with("GET", "Connection: Close\r\n")).keep_alive);
        CHECK_FALSE(good(with("GET", "Connection: a, close\r\n")).keep_alive);
        CHECK_FALSE(good(with("GET", "Connection: a\r\nConnection: close\r\n")).keep_alive);
        CHECK(good(with("GET", "Connection: closed\r\n")).keep_alive);
        CHECK_FALSE(good("GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n").keep_alive);
        CHECK(good(with("POST", "Content-Length: 1\r\nExpect: 100-Continue\r\n")).expects_continue);
    }

    TEST_CASE("a head at the limit is taken, wherever it was split") {
        const std::string rest = " HTTP/1.1\r\nHost: a\r\n";
        const std::string longest_line = "GET /" + std::string(8192 - 14, 'a') + rest + "\r\n";
        const std::string longest_headers =
            "GET /" + rest + "A: " + std::string(32768 - 14, 'b') + "\r\n\r\n";
        for (const auto& head : {longest_line, longest_headers}) {
            CHECK(std::holds_alternative<RequestHead>(read_head(head)));
            for (std::size_t size = head.size() - 30; size < head.size(); ++size) {
                CHECK(std::holds_alternative<Incomplete>(read_head(head.substr(0, size))));
            }
            for (std::size_t size = 8180; size < 8200; ++size) {
                CHECK(std::holds_alternative<Incomplete>(read_head(head.substr(0, size))));
            }
        }
    }

    TEST_CASE("an error after the first line keeps what was understood") {
        const auto reading =
            read_head("POST /a HTTP/1.1\r\nHost: h\r\nOrigin: http://o\r\nContent-Length: x\r\n\r\n");
        const auto* error = std::get_if<FramingError>(&reading);
        REQUIRE(error != nullptr);
        CHECK(error->method == "POST");
        CHECK(error->target == "/a");
        CHECK(error->headers.find("Origin") == "http://o");
    }
}
