#include <doctest/doctest.h>

#include <atomic>
#include <list>
#include <stdexcept>
#include <thread>

#include "events/event_text.h"
#include "http/connection_loop.h"
#include "http/exchange_log.h"
#include "http/raw_client.h"

using namespace gilscope::http;
using namespace std::chrono_literals;
using gilscope::events::event_text;
using gilscope::events::EventLog;

namespace {

const std::string event_stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Accel-Buffering: no\r\nConnection: "
    "close\r\n\r\n";

/// /parts: a pulled body of `parts` parts of 1000 bytes; /broken: one that throws after the first;
/// /events: one stream of `log`, from Last-Event-ID on.
class Streamer : public Application {
  public:
    Response answer(Request& request) noexcept override {
        request.id = "r";
        if (request.path() == "/events") {
            return event_stream_response(
                {.log = log, .after = last_event_id(request).value_or(0), .first = first});
        }
        Response response;
        if (request.path() == "/whole") {
            response.body = "whole";
        } else {
            response.pull = [this, broken = request.path() == "/broken",
                             left = parts](std::string& part) mutable {
                ++pulled;
                if (broken && left < parts) {
                    throw std::runtime_error("made up");
                }
                part.append(1000, 'x');
                return --left > 0;
            };
        }
        return response;
    }
    std::optional<Response> refuse(Request&) noexcept override { return std::nullopt; }
    Response refuse_framing(const FramingError&, const std::string&) noexcept override { return {}; }

    std::shared_ptr<EventLog> log = std::make_shared<EventLog>();
    std::string first;
    int parts = 40;
    std::atomic<int> pulled = 0;
};

class Running {
  public:
    explicit Running(const LoopOptions& options = {})
        : loop_(options, streamer, &exchanges), thread_([this] { loop_.run(); }) {}
    ~Running() { stop(); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    RawClient client(const std::string& path, const std::string& more = {},
                     const std::string& method = "GET") const {
        RawClient client(loop_.port());
        client.send(method + " " + path + " HTTP/1.1\r\nHost: h\r\n" + more + "\r\n");
        return client;
    }
    ConnectionLoop& loop() { return loop_; }
    void stop() {
        loop_.stop();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    Streamer streamer;
    ExchangeLog exchanges;

  private:
    ConnectionLoop loop_;
    std::thread thread_;
};

template <typename Condition>
bool soon(Condition condition) {
    for (int i = 0; i < 500 && !condition(); ++i) {
        std::this_thread::sleep_for(10ms);
    }
    return condition();
}

/// The content of a chunked body; "broken" if it isn't one.
std::string unchunked(std::string_view body) {
    std::string content;
    for (;;) {
        const auto line = body.find("\r\n");
        if (line == std::string_view::npos) {
            return "broken";
        }
        const auto size = std::stoul(std::string(body.substr(0, line)), nullptr, 16);
        body.remove_prefix(line + 2);
        if (body.size() < size + 2) {
            return "broken";
        }
        content += body.substr(0, size);
        body.remove_prefix(size + 2);
        if (size == 0) {
            return body.empty() ? content : "broken";
        }
    }
}

std::string body_of(const std::string& answer) {
    return answer.substr(answer.find("\r\n\r\n") + 4);
}

LoopOptions with(StreamTimes times) {
    LoopOptions options;
    options.streams = times;
    return options;
}

}  // namespace

TEST_SUITE("http/streaming") {
    TEST_CASE("a pulled body is chunked, and the connection stays usable") {
        Running server;
        auto client = server.client("/parts");
        const auto answer = client.read_until("0\r\n\r\n");
        CHECK(answer.starts_with("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        CHECK(unchunked(body_of(answer)) == std::string(40'000, 'x'));
        client.send("GET /whole HTTP/1.1\r\nHost: h\r\n\r\n");
        CHECK(client.read_answer().ends_with("whole"));
    }

    TEST_CASE("for HTTP/1.0 it goes up to the end of the connection") {
        Running server;
        RawClient client(server.loop().port());
        client.send("GET /parts HTTP/1.0\r\nHost: h\r\n\r\n");
        const auto answer = client.read_to_end();
        CHECK(answer.starts_with("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"));
        CHECK(body_of(answer) == std::string(40'000, 'x'));
    }

    TEST_CASE("HEAD pulls nothing") {
        Running server;
        auto client = server.client("/parts", {}, "HEAD");
        CHECK(client.read_answer(false) == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        client.send("GET /whole HTTP/1.1\r\nHost: h\r\n\r\n");
        CHECK(client.read_answer().ends_with("whole"));
        CHECK(server.streamer.pulled == 0);
    }

    TEST_CASE("a body that breaks off looks broken to the client") {
        Running server;
        auto client = server.client("/broken");
        CHECK(client.read_to_end().find("0\r\n\r\n") == std::string::npos);
        CHECK(client.is_closed(0ms));
        CHECK(server.client("/whole").read_answer().ends_with("whole"));
    }

    TEST_CASE("a body is pulled no faster than it is read") {
        Running server;
        server.streamer.parts = 100'000;
        auto client = server.client("/parts");
        CHECK(soon([&] { return server.streamer.pulled > 0; }));
        std::this_thread::sleep_for(200ms);
        CHECK(server.streamer.pulled < 50'000);  // what the kernel's buffers hold
        client.hang_up();
        CHECK(soon([&] { return server.loop().connection_count() == 0; }));
        CHECK(server.streamer.pulled < 100'000);
    }

    TEST_CASE("events arrive as they happen, and the end ends the connection") {
        Running server;
        server.streamer.first = event_text("hello", "");
        server.streamer.log->publish("a", "1");
        auto client = server.client("/events");
        CHECK(client.read_until("data: 1\n\n") ==
              event_stream_head + event_text("hello", "") + event_text(1, "a", "1"));
        CHECK(server.loop().stream_count() == 1);
        std::thread([&] { server.streamer.log->publish("b", "2"); }).join();
        CHECK(client.read_until("data: 2\n\n") == event_text(2, "b", "2"));
        server.streamer.log->publish("c", "3");
        server.streamer.log->finish();
        CHECK(client.read_to_end() == event_text(3, "c", "3"));
        CHECK(client.is_closed(0ms));
        client.hang_up();
        CHECK(soon([&] { return server.loop().connection_count() == 0; }));
        CHECK(server.loop().stream_count() == 0);
        server.streamer.first.clear();
        CHECK(server.client("/events", "Last-Event-ID: 2\r\n").read_to_end() ==
              event_stream_head + event_text(3, "c", "3"));
    }

    TEST_CASE("streams hold no thread") {
        LoopOptions options;
        options.max_workers = 2;
        Running server(options);
        std::list<RawClient> clients;
        for (int i = 0; i < 50; ++i) {
            clients.push_back(server.client("/events"));
        }
        CHECK(soon([&] { return server.loop().stream_count() == 50; }));
        CHECK(server.client("/whole").read_answer().ends_with("whole"));
        server.streamer.log->publish("a", "1");
        for (auto& client : clients) {
            CHECK(client.read_until("data: 1\n\n").ends_with(event_text(1, "a", "1")));
        }
        CHECK(server.loop().worker_count() <= 2);
    }

    TEST_CASE("silence is filled with comments") {
        Running server(with({.keep_alive = 30ms}));
        auto client = server.client("/events");
        CHECK(client.read_until(": keep-alive\n\n") == event_stream_head + ": keep-alive\n\n");
        CHECK(client.read_until(": keep-alive\n\n") == ": keep-alive\n\n");
    }

    TEST_CASE("the head and the first events are recorded, while the stream is open") {
        Running server;
        server.streamer.log->publish("a", "1");
        auto client = server.client("/events");
        const auto answer = client.read_until("data: 1\n\n");
        REQUIRE(server.exchanges.find("r") != nullptr);
        CHECK(server.exchanges.find("r")->sent().bytes.kept == answer);
        server.streamer.log->publish("b", "2");
        const auto more = client.read_until("data: 2\n\n");
        CHECK(server.exchanges.find("r")->sent().bytes.kept == answer + more);
    }

    TEST_CASE("a client that hangs up is forgotten") {
        Running server;
        auto client = server.client("/events");
        CHECK(soon([&] { return server.loop().stream_count() == 1; }));
        const std::weak_ptr<EventLog> log = server.streamer.log;
        server.streamer.log = std::make_shared<EventLog>();
        CHECK_FALSE(log.expired());
        client.hang_up();
        CHECK(
            soon([&] { return server.loop().stream_count() == 0 && server.loop().connection_count() == 0; }));
        CHECK(log.expired());
    }

    TEST_CASE("a client that doesn't read is cut off once the log has gone on without it") {
        Running server;
        server.streamer.log = std::make_shared<EventLog>(100'000);
        auto client = server.client("/events");
        CHECK(soon([&] { return server.loop().stream_count() == 1; }));
        const std::string data(10'000, 'x');
        for (int i = 0; i < 100'000 && server.loop().stream_count() == 1; ++i) {
            server.streamer.log->publish("a", data);
            if (i % 10 == 0) {
                std::this_thread::sleep_for(1ms);
            }
            if (i == 2000) {
                client.read_some(200'000);  // now it wants more, which isn't there any more
            }
        }
        CHECK(soon([&] { return server.loop().stream_count() == 0; }));
    }

    TEST_CASE("a client that takes nothing for long is cut off") {
        Running server(with({.stalled = 100ms}));
        server.streamer.log = std::make_shared<EventLog>(100'000'000);
        auto client = server.client("/events");
        for (int i = 0; i < 300; ++i) {
            server.streamer.log->publish("a", std::string(100'000, 'x'));
        }
        CHECK(soon([&] { return server.loop().stream_count() == 0; }));
    }

    TEST_CASE("at a stop, logs have a moment to end; what doesn't end gets a last event") {
        Running server(with({.at_stop = 300ms}));
        auto ending = server.client("/events");
        CHECK(ending.read_until("\r\n\r\n") == event_stream_head);
        const auto first = server.streamer.log;
        server.streamer.log = std::make_shared<EventLog>();
        auto lasting = server.client("/events");
        CHECK(lasting.read_until("\r\n\r\n") == event_stream_head);
        server.loop().stop();
        std::this_thread::sleep_for(50ms);
        first->publish("end", "");
        first->finish();
        server.stop();
        CHECK(ending.read_to_end() == event_text(1, "end", ""));
        CHECK(lasting.read_to_end() == event_text("shutting_down", "{}"));
        CHECK(server.loop().connection_count() == 0);
    }
}

TEST_SUITE("http/event_stream") {
    TEST_CASE("Last-Event-ID") {
        const auto id = [](std::vector<Header> headers) {
            Request request;
            for (auto& header : headers) {
                request.headers.add(header.name, header.value);
            }
            return last_event_id(request);
        };
        CHECK(id({}) == std::nullopt);
        CHECK(id({{"last-event-id", "12"}}) == 12);
        for (const auto* bad : {"", "x", "1x", "-1", "99999999999999999999999"}) {
            CAPTURE(bad);
            CHECK(id({{"Last-Event-ID", bad}}) == UINT64_MAX);
        }
    }

    TEST_CASE("permits come back") {
        StreamPermits permits(2);
        auto first = permits.take();
        const auto second = permits.take();
        CHECK(first != nullptr);
        CHECK(permits.take() == nullptr);
        CHECK(permits.taken() == 2);
        first.reset();
        CHECK(permits.take() != nullptr);
        CHECK(permits.taken() == 1);
    }
}
