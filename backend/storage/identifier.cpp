#include "storage/identifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace gilscope::storage {

namespace {

constexpr std::size_t text_length = 36;

bool is_dash_place(std::size_t place) {
    return place == 8 || place == 13 || place == 18 || place == 23;
}

bool is_digit(char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
}

std::uint64_t from_hexadecimal(std::string_view digits) {
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
}

/// Time in 1/4096 of a millisecond: what the leading bits hold, the version's four left out.
std::uint64_t leading_bits(Timestamp time) {
    const auto microseconds = static_cast<std::uint64_t>(to_microseconds(time));
    return (microseconds / 1000 << 12) | (microseconds % 1000 * 4096 / 1000);
}

std::uint64_t leading_bits(std::string_view identifier) {
    return (from_hexadecimal(identifier.substr(0, 8)) << 28) |
           (from_hexadecimal(identifier.substr(9, 4)) << 12) | from_hexadecimal(identifier.substr(15, 3));
}

std::mt19937_64 seeded() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
}

}  // namespace

bool is_identifier(std::string_view text) {
    if (text.size() != text_length) {
        return false;
    }
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (is_dash_place(place) ? text[place] != '-' : !is_digit(text[place])) {
            return false;
        }
    }
    return true;
}

IdentifierSource::IdentifierSource() : random_(seeded()) {}

std::string IdentifierSource::next(Timestamp now) {
    last_ = std::max(last_ + 1, leading_bits(now));
    const std::uint64_t chance = random_();
    constexpr std::uint64_t variant = 0x8000;
    return fmt::format("{:08x}-{:04x}-7{:03x}-{:04x}-{:012x}", last_ >> 28, last_ >> 12 & 0xffff,
                       last_ & 0xfff, variant | (chance >> 48 & 0x3fff), chance & 0xffffffffffff);
}

void IdentifierSource::stay_after(std::string_view identifier) {
    if (is_identifier(identifier)) {
        last_ = std::max(last_, leading_bits(identifier));
    }
}

}  // namespace gilscope::storage
