#include "text/text.h"

#include <doctest/doctest.h>

#include <string>

using namespace gilscope::text;

namespace {

/// Of a code point below U+10000.
std::string utf8(unsigned code_point) {
    if (code_point < 0x80) {
        return {static_cast<char>(code_point)};
    }
    const auto last = static_cast<char>(0x80U | (code_point & 0x3FU));
    if (code_point < 0x800) {
        return {static_cast<char>(0xC0U | code_point >> 6), last};
    }
    return {static_cast<char>(0xE0U | code_point >> 12), static_cast<char>(0x80U | (code_point >> 6 & 0x3FU)),
            last};
}

/// The property White_Space of Unicode, as its table has it.
bool is_white_space(unsigned code_point) {
    return (code_point >= 0x9 && code_point <= 0xD) || code_point == 0x20 || code_point == 0x85 ||
           code_point == 0xA0 || code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200A) ||
           code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
           code_point == 0x3000;
}

}  // namespace

TEST_CASE("white space is what Unicode calls so, and nothing else") {
    for (unsigned code_point = 1; code_point < 0x10000; ++code_point) {
        if (code_point >= 0xD800 && code_point < 0xE000) {
            continue;
        }
        const auto character = utf8(code_point);
        REQUIRE_MESSAGE(trim(character).empty() == is_white_space(code_point), code_point);
        REQUIRE_MESSAGE(count_code_points(character) == 1, code_point);
    }
}

TEST_CASE("trimming takes white space at both ends and leaves it within") {
    CHECK(trim("") == "");
    CHECK(trim(" \xE3\x80\x80\t") == "");
    CHECK(trim("\xC2\xA0 a \xE2\x80\x89 b\n\xE2\x80\xA8") == "a \xE2\x80\x89 b");
    CHECK(trim("\xE2\x80\x8B a") == "\xE2\x80\x8B a");  // a zero width space is none
}

TEST_CASE("code points are counted, not bytes") {
    CHECK(count_code_points("") == 0);
    CHECK(count_code_points("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80") == 4);
    CHECK(count_code_points("e\xCC\x81") == 2);  // a letter and its accent
}

TEST_CASE("one is singular, all else is plural") {
    CHECK(counted(0, "block") == "0 blocks");
    CHECK(counted(1, "block") == "1 block");
    CHECK(counted(12, "block") == "12 blocks");
}
