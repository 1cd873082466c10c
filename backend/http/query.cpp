#include "http/query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "runs/errors.h"

namespace gilscope::http {

namespace {

std::optional<int> hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return std::nullopt;
}

/// Bytes of the sequence that a lead byte begins; 0 for a byte that can't begin one.
std::size_t sequence_size(unsigned char lead) {
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xc2 && lead <= 0xdf) {
        return 2;
    }
    if (lead >= 0xe0 && lead <= 0xef) {
        return 3;
    }
    return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/// Overlong forms, surrogates and what lies beyond U+10FFFF all show in the second byte.
bool second_byte_fits(unsigned char lead, unsigned char second) {
    switch (lead) {
        case 0xe0:
            return second >= 0xa0;
        case 0xed:
            return second <= 0x9f;
        case 0xf0:
            return second >= 0x90;
        case 0xf4:
            return second <= 0x8f;
        default:
            return true;
    }
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const auto size = sequence_size(lead);
        if (size == 0 || size > text.size()) {
            return false;
        }
        const auto tail = text.substr(1, size - 1);
        const bool continued = std::all_of(
            tail.begin(), tail.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; });
        if (!continued || (size > 1 && !second_byte_fits(lead, static_cast<unsigned char>(text[1])))) {
            return false;
        }
        text.remove_prefix(size);
    }
    return true;
}

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
            const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
            if (!high || !low) {
                return std::nullopt;
            }
            decoded += static_cast<char>(*high * 16 + *low);
            i += 2;
        } else {
            decoded += text[i] == '+' && plus_is_space ? ' ' : text[i];
        }
    }
    const bool has_nul = decoded.find('\0') != std::string::npos;
    return has_nul || !is_valid_utf8(decoded) ? std::nullopt : std::optional(std::move(decoded));
}

Query::Query(std::string_view raw, std::span<const std::string> known) {
    while (!raw.empty()) {
        const auto ampersand = raw.find('&');
        read_parameter(raw.substr(0, ampersand), known);
        raw = ampersand == std::string_view::npos ? std::string_view{} : raw.substr(ampersand + 1);
    }
}

void Query::read_parameter(std::string_view parameter, std::span<const std::string> known) {
    const auto equals = parameter.find('=');
    const auto name = percent_decode(parameter.substr(0, equals), true);
    if (!name || name->empty()) {
        add_problem("query", "has a parameter without a valid name");
        return;
    }
    if (std::find(known.begin(), known.end(), *name) == known.end()) {
        add_problem(*name, known.empty() ? "is unknown: there are no parameters here"
                                         : fmt::format("is unknown: there are {}", fmt::join(known, ", ")));
        return;
    }
    const auto value =
        equals == std::string_view::npos ? std::nullopt : percent_decode(parameter.substr(equals + 1), true);
    if (!value) {
        add_problem(*name, "has no valid value");
    } else if (!values_.emplace(*name, *value).second) {
        add_problem(*name, "is given more than once");
    }
}

std::optional<std::string> Query::text(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t Query::integer(const std::string& name, std::int64_t minimum, std::int64_t maximum,
                            std::int64_t fallback) {
    const auto given = text(name);
    if (!given) {
        return fallback;
    }
    const bool digits = !given->empty() && given->find_first_not_of("0123456789") == std::string::npos;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), value);
    if (!digits || error != std::errc{} || value < minimum || value > maximum) {
        add_problem(name, fmt::format("must be a whole number from {} to {}", minimum, maximum));
        return fallback;
    }
    return value;
}

std::string Query::choice(const std::string& name, std::span<const std::string_view> choices,
                          const std::string& fallback) {
    const auto given = text(name);
    if (!given) {
        return fallback;
    }
    if (std::find(choices.begin(), choices.end(), *given) == choices.end()) {
        add_problem(name, fmt::format("must be one of {}", fmt::join(choices, ", ")));
        return fallback;
    }
    return *given;
}

void Query::add_problem(const std::string& field, const std::string& problem) {
    problems_.try_emplace(field, problem);
}

void Query::check() const {
    if (!problems_.empty()) {
        throw runs::InvalidRequest(problems_);
    }
}

}  // namespace gilscope::http
