// The last exchanges as they went over the wire, byte by byte: what the page's traffic panel shows.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace gilscope::http {

/// What is known of an exchange when its answer begins to be sent.
struct ExchangeFacts {
    std::string id;  ///< X-Request-Id
    std::string client{};
    std::string method{};  ///< empty, like the target, for what was no request
    std::string target{};
    int status = 0;
    std::chrono::system_clock::time_point started_at{};  ///< its first byte came
};

/// The first bytes of one direction, and how many there were.
struct RecordedBytes {
    std::string kept;
    std::uint64_t count = 0;

    bool is_truncated() const { return kept.size() < count; }
};

/// One exchange. Its facts never change; the answer grows while it is being sent. Thread-safe.
class Recording {
  public:
    using Room = std::shared_ptr<std::atomic<std::int64_t>>;

    /// Keeps at most `most` bytes each way, and takes them out of `room` for its lifetime.
    Recording(ExchangeFacts facts, std::string_view received, std::size_t most, Room room);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    const ExchangeFacts& facts() const { return facts_; }
    const RecordedBytes& received() const { return received_; }
    struct Sent {
        RecordedBytes bytes;
        std::chrono::nanoseconds duration{};  ///< from the first byte received to the last one sent so far
    };
    Sent sent() const;

    /// Held while bytes are being sent: a client that has them finds them recorded.
    [[nodiscard]] std::unique_lock<std::mutex> hold() const { return std::unique_lock(mutex_); }
    /// While held: these were sent.
    void add_sent(std::string_view bytes);
    /// Keeps no more bytes of the answer, and gives those back that it kept.
    void stop();

  private:
    void keep(RecordedBytes& into, std::string_view bytes, std::size_t most) const;

    const ExchangeFacts facts_;
    const std::size_t most_;
    const Room room_;
    RecordedBytes received_;
    mutable std::mutex mutex_;  ///< for what follows
    RecordedBytes sent_;
    bool stopped_ = false;
    std::chrono::nanoseconds duration_{};
};

struct ExchangeLogLimits {
    std::size_t exchanges = 256;
    std::size_t bytes_each_way = 65536;
    std::int64_t bytes_in_all = 8388608;
};

/// Thread-safe.
class ExchangeLog {
  public:
    explicit ExchangeLog(const ExchangeLogLimits& limits = {})
        : limits_(limits), room_(std::make_shared<std::atomic<std::int64_t>>(limits.bytes_in_all)) {}

    /// A new exchange, found by its id from now on; the oldest ones make room for it.
    std::shared_ptr<Recording> begin(ExchangeFacts facts, std::string_view received);
    /// The newest of that id. Null if there is none (any more).
    std::shared_ptr<const Recording> find(const std::string& id) const;
    /// The newest question of the same client, before this exchange, whether the same target may be asked for
    /// (OPTIONS). A browser remembers the answer: it may have been for an earlier exchange. Null if there is
    /// none (any more).
    std::shared_ptr<const Recording> preflight_of(const Recording& exchange) const;

  private:
    void forget_oldest();

    const ExchangeLogLimits limits_;
    const Recording::Room room_;  ///< bytes that are still free
    mutable std::mutex mutex_;
    std::deque<std::shared_ptr<Recording>> recordings_;  ///< the oldest first
};

}  // namespace gilscope::http
