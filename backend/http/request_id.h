// Names for requests, so that an answer, a line in the log and a recorded exchange can be brought together.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gilscope::http {

/// Thread-safe. Unique within a server; hard to guess from outside it is not.
class RequestIds {
  public:
    RequestIds();
    /// The client's own if it is 1 to 64 letters, digits, '.', '_' or '-'; else a new one.
    std::string choose(std::optional<std::string_view> given);

  private:
    std::uint64_t start_;
    std::atomic<std::uint64_t> count_{0};
};

}  // namespace gilscope::http
