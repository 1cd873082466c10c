// A load generator for HTTP/1.1 on loopback: one thread, epoll, connections that are kept alive. It costs
// some 10 µs of CPU time a request, so that on a small machine the server's rate is what is measured.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gilscope::laboratory {

struct Load {
    int port = 0;  ///< on 127.0.0.1
    int connections = 16;
    /// The bytes of request number N, counted from 0. Called in the order of the numbers.
    std::function<std::string(std::uint64_t number)> request;
    /// Told of every answer, warm-up included. May be empty.
    std::function<void(std::uint64_t number, int status, std::string_view body)> on_answer{};
    /// Requests a second over all connections, evenly spaced: an open loop, where a slow server doesn't get
    /// fewer of them. 0: a closed loop, each connection sends its next request when it has its answer.
    double rate = 0;
    std::chrono::nanoseconds warm_up = std::chrono::milliseconds(500);  ///< answered, but not counted
    std::chrono::nanoseconds duration = std::chrono::seconds(5);        ///< counted
    std::uint64_t count =
        0;  ///< if not 0: ends after so many requests, however long it takes, without warm-up
};

struct LoadResult {
    std::map<int, std::uint64_t> statuses;  ///< status -> answers
    std::uint64_t all_answers = 0;          ///< warm-up included
    std::uint64_t broken = 0;               ///< connections that ended, or answers that weren't HTTP
    double seconds = 0;
    /// Of every counted answer, ascending. From the start of sending in a closed loop, from the intended
    /// start in an open one: waiting for a free connection is a part of it.
    std::vector<std::int64_t> latencies_ns;

    std::uint64_t answers() const { return latencies_ns.size(); }
    /// Answers that are neither 2xx nor 304.
    std::uint64_t refused() const;
    double per_second() const { return static_cast<double>(answers()) / seconds; }
    /// `share` 0.5: the median. 0 without answers.
    double percentile_ms(double share) const;
};

/// Throws std::system_error if it can't connect. Connections that break are made anew.
LoadResult run_load(const Load& load);

/// "GET /api/health HTTP/1.1" with all that it needs.
std::string get_request(int port, std::string_view target);
/// With a body of type application/json; `headers` are whole lines, each with its end.
std::string json_request(int port, std::string_view method, std::string_view target, std::string_view body,
                         std::string_view headers = {});

/// "12345/s, p50 1.2 ms, p99 3.4 ms, 0 refused, 0 broken"
std::string text_of(const LoadResult& result);

}  // namespace gilscope::laboratory
