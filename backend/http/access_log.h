// One line a request, on standard error.
#pragma once

#include <memory>

#include "http/application.h"
#include "logging/log.h"

namespace gilscope::http {

/// Thread-safe. Copies share one log.
class AccessLog {
  public:
    /// Writes nothing.
    AccessLog() = default;
    /// Writes to standard error: method, target, status, milliseconds, bytes, request id, client. Lines are
    /// of level "info": nothing is written if spdlog's level is above that now.
    explicit AccessLog(logging::Format format);

    /// What was refused before it was a request has "-" for a method and a target.
    void record(const Request& request, const Delivery& delivery) const;

  private:
    logging::Format format_ = logging::Format::text;
    std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace gilscope::http
