#include "runs/run_name.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gilscope::runs {
namespace {

constexpr std::size_t most_characters = 200;

/// White space of Unicode beyond ASCII, in UTF-8.
constexpr std::array<std::string_view, 20> wide_spaces{
    "\u0085", "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
    "\u2007", "\u2008", "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff"};

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Bytes of the white space that `text` begins or ends with; 0: none.
std::size_t space_at(std::string_view text, bool at_end) {
    if (text.empty()) {
        return 0;
    }
    if (is_space(at_end ? text.back() : text.front())) {
        return 1;
    }
    for (const std::string_view space : wide_spaces) {
        if (at_end ? text.ends_with(space) : text.starts_with(space)) {
            return space.size();
        }
    }
    return 0;
}

std::string_view trimmed(std::string_view text) {
    while (const std::size_t bytes = space_at(text, false)) {
        text.remove_prefix(bytes);
    }
    while (const std::size_t bytes = space_at(text, true)) {
        text.remove_suffix(bytes);
    }
    return text;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

std::string checked_name(const std::string& name, Problems& problems) {
    const std::string_view text = trimmed(name);
    if (text.empty() || characters(text) > most_characters) {
        add_problem(problems, "name", "must have 1 to 200 characters besides white space around them");
    } else if (has_control(text)) {
        add_problem(problems, "name", "must have no control characters");
    }
    return std::string(text);
}

}  // namespace gilscope::runs
