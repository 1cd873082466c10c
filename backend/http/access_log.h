// One line a request, on standard error.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include "http/message.h"

namespace spdlog {
class logger;
}

namespace gilscope::http {

/// Thread-safe. Copies share one log.
class AccessLog {
  public:
    /// Writes nothing.
    AccessLog() = default;
    /// Writes to standard error: method, target, status, milliseconds, bytes of the body, request id. Lines
    /// are of level "info": nothing is written if spdlog's level is above that now.
    static AccessLog to_standard_error();

    void record(const Request& request, const Response& response, std::chrono::nanoseconds took) const;
    /// Something that was refused before it was a request.
    void record_refusal(std::string_view client, std::string_view id, const Response& response) const;

  private:
    std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace gilscope::http
