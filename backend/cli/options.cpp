#include "cli/options.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace gilscope::cli {
namespace {

/// A positive decimal number and what stands behind it.
std::optional<std::pair<double, std::string>> number_and_unit(const std::string& text) {
    double number = 0;
    const char* const text_end = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), text_end, number, std::chars_format::fixed);
    if (error != std::errc() || !std::isfinite(number) || number <= 0) {
        return std::nullopt;
    }
    return std::pair(number, std::string(end, text_end));
}

constexpr double most_seconds = 7.0 * 24 * 3600;

}  // namespace

std::optional<std::chrono::nanoseconds> parse_duration(const std::string& text) {
    const auto parsed = number_and_unit(text);
    if (!parsed) {
        return std::nullopt;
    }
    for (const auto& [unit, seconds] : {std::pair("ms", 0.001), std::pair("s", 1.0), std::pair("", 1.0),
                                        std::pair("m", 60.0), std::pair("h", 3600.0)}) {
        if (parsed->second == unit && parsed->first * seconds <= most_seconds) {
            return std::chrono::nanoseconds(std::llround(parsed->first * seconds * 1e9));
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> parse_size(const std::string& text) {
    const auto parsed = number_and_unit(text);
    if (!parsed) {
        return std::nullopt;
    }
    for (const auto& [unit, bytes] :
         {std::pair("", 1.0), std::pair("K", 0x1p10), std::pair("M", 0x1p20), std::pair("G", 0x1p30)}) {
        if (parsed->second == unit && parsed->first * bytes < 0x1p60) {
            return std::llround(parsed->first * bytes);
        }
    }
    return std::nullopt;
}

std::optional<int> parse_whole_number(const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace gilscope::cli
