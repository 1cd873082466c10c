#include "text/text.h"

#include <algorithm>
#include <array>

namespace gilscope::text {

namespace {

using namespace std::string_view_literals;

// In UTF-8, none of these is the beginning or the end of another one or of any other character.
constexpr std::array white_spaces{
    "\t"sv,           "\n"sv,           "\v"sv,
    "\f"sv,           "\r"sv,           " "sv,
    "\xC2\x85"sv,     "\xC2\xA0"sv,     "\xE1\x9A\x80"sv,  // U+0085, U+00A0, U+1680
    "\xE2\x80\x80"sv, "\xE2\x80\x81"sv, "\xE2\x80\x82"sv,
    "\xE2\x80\x83"sv,  // U+2000 to U+200A
    "\xE2\x80\x84"sv, "\xE2\x80\x85"sv, "\xE2\x80\x86"sv,
    "\xE2\x80\x87"sv, "\xE2\x80\x88"sv, "\xE2\x80\x89"sv,
    "\xE2\x80\x8A"sv, "\xE2\x80\xA8"sv, "\xE2\x80\xA9"sv,  // U+2028, U+2029
    "\xE2\x80\xAF"sv, "\xE2\x81\x9F"sv, "\xE3\x80\x80"sv,  // U+202F, U+205F, U+3000
};

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t space_before(std::string_view text) {
    const auto* const found = std::find_if(white_spaces.begin(), white_spaces.end(),
                                           [&](std::string_view space) { return text.starts_with(space); });
    return found == white_spaces.end() ? 0 : found->size();
}

std::size_t space_behind(std::string_view text) {
    const auto* const found = std::find_if(white_spaces.begin(), white_spaces.end(),
                                           [&](std::string_view space) { return text.ends_with(space); });
    return found == white_spaces.end() ? 0 : found->size();
}

}  // namespace

std::string_view trim(std::string_view text) {
    while (const auto size = space_before(text)) {
        text.remove_prefix(size);
    }
    while (const auto size = space_behind(text)) {
        text.remove_suffix(size);
    }
    return text;
}

std::size_t count_code_points(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

std::string counted(std::int64_t count, std::string_view noun) {
    return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace gilscope::text
