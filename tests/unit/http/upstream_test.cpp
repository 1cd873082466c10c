#include "http/upstream.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "http/raw_client.h"

using namespace gilscope::http;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

int port_of(const Upstream& upstream) {
    const auto address = upstream.address();
    REQUIRE(address.starts_with("127.0.0.1:"));
    return std::stoi(address.substr(address.find(':') + 1));
}

std::string ask(const Upstream& upstream, const std::string& method, const std::string& target) {
    return method + " " + target + " HTTP/1.1\r\nHost: " + upstream.address() +
           "\r\nContent-Length: 0\r\n\r\n";
}

}  // namespace

TEST_SUITE("http/upstream") {
    TEST_CASE("GET and POST over one connection, never early and hardly late") {
        const Upstream upstream;
        RawClient client(port_of(upstream));
        auto best = Clock::duration::max();
        for (const auto* method : {"GET", "POST", "GET", "POST", "GET"}) {
            const auto begun = Clock::now();
            client.send(ask(upstream, method, "/api/slow?ms=20"));
            CHECK(client.read_answer().ends_with(R"({"ok":true,"ms":20})"));
            const auto took = Clock::now() - begun;
            CHECK(took >= 20ms);
            best = std::min(best, took);
        }
        CHECK(best < 25ms);  // the best of five, since the machine may be busy
    }

    TEST_CASE("knows nothing else") {
        const Upstream upstream;
        RawClient client(port_of(upstream));
        client.send(ask(upstream, "GET", "/api/health"));
        CHECK(client.read_answer().starts_with("HTTP/1.1 404 "));
    }

    TEST_CASE("its end waits for nobody who sleeps") {
        auto upstream = std::make_unique<Upstream>();
        RawClient client(port_of(*upstream));
        client.send(ask(*upstream, "GET", "/api/slow?ms=1000"));
        std::this_thread::sleep_for(50ms);
        const auto begun = Clock::now();
        upstream.reset();
        CHECK(Clock::now() - begun < 500ms);
        CHECK(client.read_to_end().empty());
    }
}
