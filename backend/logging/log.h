// What the server says while it runs: one line a message on standard error, as text for people or as JSON for
// programs.
#pragma once

#include <spdlog/common.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
}

namespace gilscope::logging {

enum class Format { text, json };
/// "text" or "json".
std::optional<Format> format_named(std::string_view name);

/// What a message is in a JSON line.
enum class Payload {
    message,  ///< text, which becomes the member "message"
    members,  ///< the line's members themselves: `"a":1,"b":2`; only for Format::json
};

/// A logger to standard error. Whoever logs never waits for a reader that has stopped reading: lines that
/// don't fit into a bounded buffer are lost, which is said once there is room again. Control characters are
/// escaped, so that a message is never more than one line. Thread-safe.
std::shared_ptr<spdlog::logger> make_logger(const std::string& name, Format format,
                                            Payload payload = Payload::message);

/// From now on, spdlog's own functions write this way too. Before any other thread.
void start(Format format, spdlog::level::level_enum level);

}  // namespace gilscope::logging
