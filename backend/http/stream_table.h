// Connections that only hear: open event streams. They cost no thread and little memory; the thread of the
// connection loop sends to all of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "http/connection_table.h"
#include "http/event_stream.h"
#include "http/poller.h"

namespace gilscope::http {

struct StreamTimes {
    std::chrono::milliseconds keep_alive = std::chrono::seconds(15);  ///< a comment after so long a silence
    std::chrono::milliseconds stalled = std::chrono::seconds(30);  ///< a client that takes nothing is cut off
    std::chrono::milliseconds at_stop = std::chrono::seconds(1);   ///< for logs to come to their own end
};

/// Everything but begin() and size() belongs to the loop's thread.
class StreamTable {
  public:
    using Clock = std::chrono::steady_clock;

    /// Both outlive this. `wake` interrupts the loop's wait, so that it calls advance().
    StreamTable(const StreamTimes& times, const Poller& poller, const Signal& wake)
        : times_(times), poller_(poller), wake_(wake) {}

    /// Takes over a connection whose head has been sent and whose state is `streaming`. Thread-safe.
    void begin(ConnectionTable::Pointer connection, EventStream stream);
    std::size_t size() const { return size_.load(); }

    /// The client hung up, or can take more.
    void handle_event(const Poller::Event& event);

    struct Ended {
        ConnectionTable::Pointer connection;
        bool complete = false;  ///< the client got everything; else it is gone, or was too slow
    };
    /// Sends what there is to be sent; the streams that are over, which are no business of this class any
    /// more.
    std::vector<Ended> advance(Clock::time_point now);
    /// When advance() should be called even if nothing happens.
    std::optional<Clock::time_point> earliest_deadline() const;

    /// The server stops: streams that don't end by themselves in `at_stop` get a last event.
    void end_soon(Clock::time_point now);
    /// Every stream, whatever it still has to send.
    std::vector<Ended> end_all();

  private:
    struct Stream {
        ConnectionTable::Pointer connection;
        EventStream source;
        std::string unsent{};
        bool whole = false;            ///< nothing comes after `unsent`
        Clock::time_point deadline{};  ///< for a comment; if something is unsent, for the client to take it
        events::EventLog::Subscription subscription{};
    };

    void wake(std::uint64_t id);
    void accept_new(Clock::time_point now);
    void expire(Clock::time_point now);
    void say_last_words(Clock::time_point now);
    void pump(std::uint64_t id, Clock::time_point now);
    bool refill(Stream& stream, Clock::time_point now);
    void set_deadline(Stream& stream, Clock::time_point deadline);
    void end(std::uint64_t id, bool complete);

    const StreamTimes times_;
    const Poller& poller_;
    const Signal& wake_;
    std::atomic<std::size_t> size_{0};
    std::optional<Clock::time_point> last_words_at_{};

    std::mutex mutex_;  ///< for what other threads bring
    std::vector<std::pair<ConnectionTable::Pointer, EventStream>> arrived_;
    std::vector<std::uint64_t> woken_;

    std::unordered_map<std::uint64_t, Stream> streams_;
    std::set<std::pair<Clock::time_point, std::uint64_t>> deadlines_;
    std::vector<Ended> ended_;
};

}  // namespace gilscope::http
