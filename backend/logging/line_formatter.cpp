#include "logging/line_formatter.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace gilscope::logging {

namespace {

std::string timestamp(std::chrono::system_clock::time_point time) {
    const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(milliseconds);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                       (milliseconds - seconds).count());
}

std::string as_json(const std::string& text) {
    // Messages may quote what anybody sent.
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string one_line(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (const char c : text) {
        if (c == '\n') {
            line += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
            line += c;
        }
    }
    return line;
}

void LineFormatter::format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) {
    const std::string text(message.payload.data(), message.payload.size());
    const auto level = spdlog::level::to_string_view(message.level);
    const std::string_view level_name(level.data(), level.size());
    const auto out = std::back_inserter(line);
    if (format_ == Format::text) {
        fmt::format_to(out, "{} {} {}\n", timestamp(message.time), level_name, one_line(text));
        return;
    }
    fmt::format_to(out, R"({{"time":"{}","level":"{}",)", timestamp(message.time), level_name);
    if (payload_ == Payload::members) {
        fmt::format_to(out, "{}}}\n", text);
    } else {
        fmt::format_to(out, "\"message\":{}}}\n", as_json(text));
    }
}

std::unique_ptr<spdlog::formatter> LineFormatter::clone() const {
    return std::make_unique<LineFormatter>(format_, payload_);
}

}  // namespace gilscope::logging
