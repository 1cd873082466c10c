#include "cli/options.h"

#include <doctest/doctest.h>

using namespace gilscope::cli;
using namespace std::chrono_literals;

TEST_CASE("durations have units, seconds by default") {
    CHECK(parse_duration("20s") == 20s);
    CHECK(parse_duration("20") == 20s);
    CHECK(parse_duration("1.5m") == 90s);
    CHECK(parse_duration("250ms") == 250ms);
    CHECK(parse_duration("1h") == 1h);
    for (const char* text : {"", "s", "-1s", "0", "1d", "1 s", "nan", "inf", "1e9h", "0x10"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_duration(text).has_value());
    }
}

TEST_CASE("sizes have binary units, bytes by default") {
    CHECK(parse_size("512") == 512);
    CHECK(parse_size("64M") == 64 << 20);
    CHECK(parse_size("1.5G") == 1536LL << 20);
    for (const char* text : {"", "M", "-1M", "0", "1T", "64MB", "1e30"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_size(text).has_value());
    }
}

TEST_CASE("whole numbers have nothing around them") {
    CHECK(parse_whole_number("4") == 4);
    CHECK(parse_whole_number("-4") == -4);
    for (const char* text : {"", " 4", "4 ", "4.0", "four", "99999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_whole_number(text).has_value());
    }
}
