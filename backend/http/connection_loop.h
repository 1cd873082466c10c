// The server's connections: one thread waits for all of them (epoll), a bounded pool of workers answers
// requests.
//
// A worker has a connection only while a whole request is there to be answered, and lingers a moment for the
// next one. Silent clients, slow ones and answers that are due later wait in epoll and cost neither a thread
// nor CPU time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "http/application.h"
#include "http/connection_table.h"
#include "http/exchange.h"
#include "http/framing.h"
#include "http/httplib_core.h"
#include "http/listener.h"
#include "http/poller.h"
#include "http/stream_table.h"
#include "http/worker_pool.h"

namespace gilscope::http {

class ExchangeLog;

struct LoopOptions {
    std::string host = "127.0.0.1";
    int port = 0;  ///< 0: any free one
    int backlog = 128;
    std::size_t max_connections = 4096;  ///< lowered to what the limit on open files allows
    std::size_t max_workers = 1024;
    Limits limits{};
    std::chrono::milliseconds request_time = std::chrono::seconds(10);  ///< from its first byte to its last
    ReadingPace reading{};
    std::chrono::milliseconds linger{20};
    std::chrono::milliseconds drain_time = std::chrono::seconds(1);  ///< after a last answer
    std::size_t drain_bytes = 4194304;
    StreamTimes streams{};
    /// For requests that are being answered when the server stops. 0: they are broken off.
    std::chrono::milliseconds grace{1500};
};

class ConnectionLoop {
  public:
    /// Listens from now on, answers from run() on. `application` and `exchanges` outlive the loop; without
    /// `exchanges` nothing is recorded. Throws ListenError.
    ConnectionLoop(const LoopOptions& options, Application& application, ExchangeLog* exchanges = nullptr);
    ~ConnectionLoop();
    ConnectionLoop(const ConnectionLoop&) = delete;
    ConnectionLoop& operator=(const ConnectionLoop&) = delete;

    int port() const { return listener_.port(); }

    /// Answers requests until stop(). Once. When it returns, no connection and no worker is left.
    void run();

    /// No new requests; tokens of Caller::watch() are stopped; requests that are being answered have `grace`
    /// to finish. From any thread, before, during or after run(), any number of times.
    void stop();
    bool is_stopping() const { return stopping_.load(); }

    std::size_t connection_count() const { return table_.size(); }
    std::size_t worker_count() const { return workers_.thread_count(); }
    std::size_t stream_count() const { return streams_.size(); }

  private:
    class ExchangeCaller;
    enum class Next { go_on, linger, park, close, close_gently, handed_over };

    // On the thread of run():
    void handle_events(std::optional<std::chrono::milliseconds> at_most);
    void handle_event(const Poller::Event& event);
    void accept_all();
    bool make_room();
    void turn_away(Listener::Accepted& accepted);
    void expire();
    void drain(const ConnectionTable::Pointer& connection);
    void finish_requests();
    void settle_streams();
    std::optional<std::chrono::steady_clock::time_point> next_deadline(
        std::optional<std::chrono::milliseconds> at_most) const;
    void give_up_unanswered();

    // On a worker's thread:
    void serve(const ConnectionTable::Pointer& connection);
    Next step(const ConnectionTable::Pointer& connection);
    Next wait_for_more(const ConnectionTable::Pointer& connection);
    Next linger(Connection& connection);
    Next answer(const ConnectionTable::Pointer& connection, const RequestHead& head);
    Response ask(Connection& connection, const RequestHead& head, Request& request);
    Next admit(const ConnectionTable::Pointer& connection, const RequestHead& head);
    Next refuse(const ConnectionTable::Pointer& connection, const FramingError& error);

    // On either:
    void begin_answer(Connection& connection, const Request& request, const Response& response,
                      std::string_view received);
    Next send_last(const ConnectionTable::Pointer& connection, Request request, const Response& response);
    Next deliver(const ConnectionTable::Pointer& connection);
    Next wait_until_due(Connection& connection, std::chrono::steady_clock::time_point due);
    Next wait_for_client(Connection& connection);
    Next finish_answer(const ConnectionTable::Pointer& connection, bool complete);
    void tell_finished(Connection& connection, bool complete);
    void settle(const ConnectionTable::Pointer& connection, Next next);
    void park(Connection& connection);
    void close(Connection& connection);
    void close_gently(Connection& connection);
    void wake_for(std::chrono::steady_clock::time_point deadline);

    LoopOptions options_;
    Application& application_;
    ExchangeLog* exchanges_;
    HttplibCore core_;
    Listener listener_;
    Poller poller_;
    Signal stop_signal_;  ///< stays raised: lingering workers see it
    Signal wake_signal_;
    std::atomic<bool> stopping_{false};
    bool listening_ = true;                                              ///< thread of run() only
    std::optional<std::chrono::steady_clock::time_point> listen_again_;  ///< after a lack of resources
    ConnectionTable table_;
    StreamTable streams_;
    WorkerPool workers_;
};

/// Raises this process's soft limit on open files towards `wanted`; the limit that holds now.
std::size_t raise_open_file_limit(std::size_t wanted);

}  // namespace gilscope::http
