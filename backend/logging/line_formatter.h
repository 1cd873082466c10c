// How a message becomes a line. Knows spdlog's interface, nothing of files.
#pragma once

#include <spdlog/formatter.h>

#include "logging/log.h"

namespace gilscope::logging {

/// Text: "2025-03-01T09:30:00.123Z warning message". JSON: {"time":...,"level":...,"message":...}.
class LineFormatter : public spdlog::formatter {
  public:
    LineFormatter(Format format, Payload payload) : format_(format), payload_(payload) {}

    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) override;
    std::unique_ptr<spdlog::formatter> clone() const override;

  private:
    Format format_;
    Payload payload_;
};

/// "a\nb" with its control characters escaped as in C: one line, whatever it was. UTF-8 stays as it is.
std::string one_line(std::string_view text);

}  // namespace gilscope::logging
