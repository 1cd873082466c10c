// What the connection loop asks of whoever answers requests.
#pragma once

#include <optional>

#include "http/framing.h"
#include "http/message.h"

namespace gilscope::http {

/// Called from many threads at once. Nothing here throws.
class Application {
  public:
    virtual ~Application() = default;

    /// Answers a whole request.
    virtual Response answer(Request& request) noexcept = 0;

    /// Asked when only the head is there and the client waits for permission to send the body (100 Continue):
    /// the answer if the head alone is reason enough to refuse.
    virtual std::optional<Response> refuse(Request& head) noexcept = 0;

    /// The answer to something that isn't a request. The connection ends after it.
    virtual Response refuse_framing(const FramingError& error, const std::string& client) noexcept = 0;
};

}  // namespace gilscope::http
