// A server for tests of the connection loop, with little to say.
#pragma once

#include <sys/resource.h>

#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "http/connection_loop.h"
#include "http/exchange_log.h"
#include "http/raw_client.h"

namespace gilscope::http {

using namespace std::chrono_literals;

inline constexpr const char* get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

/// Echoes; waits for the client to hang up at /wait, sleeps at /sleep, answers later at /later, says much at
/// /much, refuses heads at /refused.
class Echo : public Application {
  public:
    Response answer(Request& request) noexcept override {
        Response response;
        if (request.path() == "/wait") {
            wait(*request.caller);
        } else if (request.path() == "/sleep") {
            std::this_thread::sleep_for(300ms);
        } else if (request.path() == "/later") {
            response.not_before = std::chrono::steady_clock::now() + 200ms;
        }
        response.headers.add("Content-Type", "text/x");
        request.id = request.headers.find("X-Request-Id").value_or("");
        response.body = request.method + " " + request.target + " [" + request.body + "]";
        if (request.path() == "/much") {
            response.body.append(20'000'000, 'x');
        }
        return response;
    }
    std::optional<Response> refuse(Request& head) noexcept override {
        if (head.path() != "/refused") {
            return std::nullopt;
        }
        Response response;
        response.status = 421;
        return response;
    }
    Response refuse_framing(const FramingError& error, const std::string&) noexcept override {
        Response response;
        response.status = error.status;
        response.close = true;
        response.body = error.message;
        response.headers.add("X-Request-Id", "refused");
        return response;
    }

    std::size_t largest_body(const RequestHead& head) const noexcept override {
        return head.target == "/large" ? 2'000'000 : Limits{}.body;
    }
    void finished(const Request& request, const Delivery& delivery) noexcept override {
        const std::lock_guard lock(mutex);
        deliveries.emplace_back(request.method, delivery);
    }

    std::mutex mutex;
    std::vector<std::pair<std::string, Delivery>> deliveries;
    std::promise<void> waiting;
    std::promise<std::chrono::steady_clock::time_point> hung_up;

  private:
    void wait(Caller& caller) {
        const auto token = caller.watch();
        const std::stop_callback callback(token,
                                          [this] { hung_up.set_value(std::chrono::steady_clock::now()); });
        waiting.set_value();
        while (!token.stop_requested()) {
            std::this_thread::sleep_for(1ms);
        }
    }
};

class EchoServer {
  public:
    explicit EchoServer(LoopOptions options = {})
        : loop_(options, echo_, &exchanges_), thread_([this] { loop_.run(); }) {}
    ~EchoServer() { stop(); }
    EchoServer(const EchoServer&) = delete;
    EchoServer& operator=(const EchoServer&) = delete;

    int port() const { return loop_.port(); }
    Echo& echo() { return echo_; }
    ConnectionLoop& loop() { return loop_; }
    const ExchangeLog& exchanges() const { return exchanges_; }
    std::vector<std::pair<std::string, Delivery>> deliveries() {
        const std::lock_guard lock(echo_.mutex);
        return echo_.deliveries;
    }
    void stop() {
        loop_.stop();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

  private:
    Echo echo_;
    ExchangeLog exchanges_;
    ConnectionLoop loop_;
    std::thread thread_;
};

/// True once the condition is, within five seconds.
template <typename Condition>
bool soon(Condition condition) {
    for (int i = 0; i < 500; ++i) {
        if (condition()) {
            return true;
        }
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

/// Of this process, up to now.
inline std::chrono::nanoseconds cpu_time() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::chrono::seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           std::chrono::microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

}  // namespace gilscope::http
