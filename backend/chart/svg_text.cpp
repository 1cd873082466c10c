#include "chart/svg_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace gilscope::chart {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
/// Of the usual sans-serif fonts, on the wide side.
constexpr double mean_letter_width = 0.56;

/// Bytes of the character that begins there, 0 if it isn't well-formed UTF-8.
std::size_t length_of_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = byte(0) < 0x80   ? 1
                               : byte(0) < 0xC2 ? 0
                               : byte(0) < 0xE0 ? 2
                               : byte(0) < 0xF0 ? 3
                                                : 4;
    if (length == 0 || byte(0) > 0xF4 || text.size() < length) {
        return 0;
    }
    std::uint32_t code = byte(0) & (length == 1 ? 0x7FU : 0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) {
            return 0;
        }
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < smallest[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

bool allowed_in_xml(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    const bool control = first < 0x20 && first != '\t' && first != '\n' && first != '\r';
    return !control && character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";
}

std::string_view entity(char character) {
    switch (character) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return {};
    }
}

std::size_t characters_in(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80;
    }));
}

/// The first so many characters, the last of them an ellipsis if there are more.
std::string cut(const std::string& word, std::size_t characters) {
    if (characters_in(word) <= characters) {
        return word;
    }
    std::size_t kept = 0;
    std::size_t end = 0;
    while (end < word.size() && kept + 1 < characters) {
        end += std::max<std::size_t>(1, length_of_character(std::string_view(word).substr(end)));
        ++kept;
    }
    return word.substr(0, end) + "…";
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = length_of_character(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        text.remove_prefix(character.size());
        if (length == 0 || !allowed_in_xml(character)) {
            result += replacement;
        } else if (const std::string_view name = entity(character[0]); !name.empty()) {
            result += name;
        } else {
            result += character;
        }
    }
    return result;
}

std::string coordinate(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) {
        text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

std::string figure(double value) {
    if (value == 0 || !std::isfinite(value)) {
        return value == 0 ? "0" : "?";
    }
    const int whole_digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    std::string text = fmt::format("{:.{}f}", value, std::clamp(3 - whole_digits, 0, 6));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) {
            text.pop_back();
        }
    }
    return text;
}

std::vector<std::string> lines_of(const std::string& text, double width, double font_size) {
    const auto most = static_cast<std::size_t>(std::max(4.0, width / (mean_letter_width * font_size)));
    std::vector<std::string> lines;
    std::size_t position = 0;
    while (position < text.size()) {
        const std::size_t end = std::min(text.find(' ', position), text.size());
        const std::string word = cut(text.substr(position, end - position), most);
        position = end + 1;
        if (!lines.empty() && characters_in(lines.back()) + 1 + characters_in(word) <= most) {
            lines.back() += " " + word;
        } else if (!word.empty()) {
            lines.push_back(word);
        }
    }
    return lines;
}

}  // namespace gilscope::chart
