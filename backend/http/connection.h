// One client's socket, with what it has sent and nobody has used yet.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "system/file_descriptor.h"

namespace gilscope::http {

class Recording;
struct Exchange;

/// How slowly a client may take an answer: the server waits for it this long altogether, and longer by the
/// time that the bytes which it did take need at this rate.
struct ReadingPace {
    std::chrono::milliseconds patience = std::chrono::seconds(10);
    std::size_t bytes_per_second = 65536;
};

/// Belongs to one thread at a time (see ConnectionTable), but for what is marked thread-safe.
class Connection {
  public:
    using Clock = std::chrono::steady_clock;

    Connection(std::uint64_t id, system::FileDescriptor socket, std::string client);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    std::uint64_t id() const { return id_; }
    int fd() const { return socket_.get(); }
    const std::string& client() const { return client_; }

    enum class Received { bytes, nothing_yet, end };
    /// Takes what has arrived into the buffer. Never blocks.
    Received receive();
    /// The bytes that wait to be used; valid until the next receive() or consume().
    std::string_view buffered() const { return buffer_; }
    void consume(std::size_t count);
    /// When the first of the buffered bytes came.
    Clock::time_point first_byte_at() const { return first_byte_at_; }

    /// Before each answer, which is sent from `at` on: how long its client may take for it.
    void begin_answer(const ReadingPace& pace, Clock::time_point at = Clock::now());
    /// When the client must have taken the rest of the answer; later if it takes more meanwhile.
    Clock::time_point reading_deadline() const;
    /// What is sent from now on is recorded there; null: nowhere.
    void record(std::shared_ptr<Recording> recording) { recording_ = std::move(recording); }
    /// Bytes sent since begin_answer().
    std::uint64_t answer_size() const { return answer_size_; }
    /// Sends what the client takes at once: how many bytes; nothing if the client is gone. Never blocks.
    std::optional<std::size_t> send_some(std::string_view bytes);
    /// Waits until bytes can be received; false if `wake` (a descriptor) became readable or the time is over.
    bool wait_for_input(Clock::duration limit, int wake) const;
    /// Tells the client that nothing more will come.
    void end_output() const;
    /// Both directions, at once: whoever waits for the client is set free. Thread-safe.
    void break_off() const;

    /// Drops what has arrived. True when the client has closed its side or `drained()` passes `limit`.
    bool drain(std::size_t limit);

    /// True if the head of the request that is arriving was found good, before its body is there.
    bool head_is_admitted = false;
    /// True if the client was told to go on with its body (100 Continue).
    bool told_to_continue = false;
    /// The request that is being answered, until all of its answer is sent.
    std::unique_ptr<Exchange> exchange;

    /// A fresh token, for one exchange.
    std::stop_token new_hang_up_token();
    /// Stops the current token, if there is one. Thread-safe.
    void hang_up();
    void forget_hang_up_token();

  private:
    std::uint64_t id_;
    system::FileDescriptor socket_;
    std::string client_;
    std::string buffer_;
    std::size_t drained_ = 0;
    Clock::time_point first_byte_at_;
    ReadingPace pace_;
    Clock::time_point answer_begun_at_;
    std::uint64_t answer_size_ = 0;
    std::shared_ptr<Recording> recording_;
    std::mutex hang_up_mutex_;
    std::stop_source hang_up_{std::nostopstate};
};

}  // namespace gilscope::http
