// What the connection loop asks of whoever answers requests.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "http/framing.h"
#include "http/message.h"

namespace gilscope::http {

/// What became of an answer.
struct Delivery {
    int status = 0;
    std::uint64_t bytes = 0;          ///< that were sent, the head included
    std::chrono::nanoseconds took{};  ///< from the whole request to the last byte of its answer
    bool complete = true;             ///< false: the client was gone before the end, or too slow
};

/// Called from many threads at once. Nothing here throws.
class Application {
  public:
    virtual ~Application() = default;

    /// Answers a whole request.
    virtual Response answer(Request& request) noexcept = 0;

    /// Asked when the head is there and the body isn't: the answer if the head alone is reason enough to
    /// refuse.
    virtual std::optional<Response> refuse(Request& head) noexcept = 0;

    /// The answer to something that isn't a request, whatever is known of it. The connection ends after it.
    virtual Response refuse_framing(const FramingError& error, const std::string& client) noexcept = 0;

    /// Asked about a request whose body is larger than Limits::body: the largest that is taken there.
    virtual std::size_t largest_body(const RequestHead& /*head*/) const noexcept { return Limits{}.body; }

    /// Told after every answer, of an event stream at its end. What was no request has neither method nor
    /// target.
    virtual void finished(const Request& /*request*/, const Delivery& /*delivery*/) noexcept {}
};

}  // namespace gilscope::http
