// An answer that goes on: events for one client, as they happen (server-sent events). Handlers make it, the
// connection loop sends it without holding a thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "events/event_log.h"

namespace gilscope::http {

struct Request;
struct Response;

struct EventStream {
    std::shared_ptr<events::EventLog> log;  ///< the stream ends when it is finished and read
    std::uint64_t after = 0;                ///< the last event that the client has already
    std::string first{};                    ///< sent before the log's events: see events/event_text.h
    std::shared_ptr<void> permit{};         ///< filled by the site: held while the stream lives
};

/// 200, text/event-stream. A client that reads so slowly that the log forgets what it needs next is cut off;
/// it may come back.
Response event_stream_response(EventStream stream);

/// Where the client wants to go on (Last-Event-ID); nothing if it doesn't say. What can't be an id of ours is
/// the largest number: no log can resume there.
std::optional<std::uint64_t> last_event_id(const Request& request);

/// How many streams may be open at once. Thread-safe.
class StreamPermits {
  public:
    explicit StreamPermits(std::size_t most)
        : most_(most), taken_(std::make_shared<std::atomic<std::size_t>>(0)) {}

    /// Given back when the last copy dies, which may be after this object did. Null if all are taken.
    std::shared_ptr<void> take();
    std::size_t taken() const { return taken_->load(); }

  private:
    std::size_t most_;
    std::shared_ptr<std::atomic<std::size_t>> taken_;
};

}  // namespace gilscope::http
