// Reading the kernel's small text files. Inside this room only.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/file_descriptor.h"

namespace gilscope::machine {

/// The descriptor is empty where the file can't be opened.
system::FileDescriptor open_to_read(const std::filesystem::path& file);

/// The whole file from its start, however often it was read before. Nothing if the kernel refuses: a PSI file
/// can be opened and then fail with EOPNOTSUPP.
std::optional<std::string> read_text(const system::FileDescriptor& file);
std::optional<std::string> read_text(const std::filesystem::path& file);

/// The file without white space around it, empty where there is none.
std::string read_word(const std::filesystem::path& file);

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
/// Split at any amount of white space.
std::vector<std::string_view> words(std::string_view text);

/// What stands on the line that begins with `key`, behind it and an optional colon: "MemTotal:  5 kB" -> "5
/// kB".
std::optional<std::string_view> value_of(std::string_view text, std::string_view key);

// The answers point into the text: one that is gone by the end of the line is refused.
std::vector<std::string_view> split(std::string&& text, char separator) = delete;
std::vector<std::string_view> words(std::string&& text) = delete;
std::optional<std::string_view> value_of(std::string&& text, std::string_view key) = delete;

template <typename Number>
std::optional<Number> to_number(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

}  // namespace gilscope::machine
