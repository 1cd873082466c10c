#include "storage/identifier.h"

#include <doctest/doctest.h>

using namespace gilscope::storage;

TEST_CASE("identifiers are UUIDs of version 7 that hold their time, each greater than the one before") {
    IdentifierSource source;
    // 0x0195... is the time in milliseconds; half a millisecond is 0x800 of 0x1000.
    const auto time = from_microseconds(0x0195'0000'0001 * 1000LL + 500);
    const auto first = source.next(time);
    CHECK(first.substr(0, 18) == "01950000-0001-7800");
    CHECK((first[19] == '8' || first[19] == '9' || first[19] == 'a' || first[19] == 'b'));
    CHECK(is_identifier(first));
    std::string last = first;
    for (int i = 0; i < 10'000; ++i) {
        auto next = source.next(time - std::chrono::microseconds(i));  // a clock that goes back
        CHECK(next > last);
        last = std::move(next);
    }
    CHECK(source.next(time + std::chrono::hours(1)) > last);
    source.stay_after("fffffffe-ffff-7fff-bfff-ffffffffffff");
    source.stay_after(first);
    source.stay_after("nonsense");
    CHECK(source.next(time) > "fffffffe-ffff-7fff-bfff-ffffffffffff");
}

TEST_CASE("only the canonical text is an identifier") {
    CHECK(is_identifier("01950000-0001-7800-8000-000000000000"));
    for (const char* text :
         {"", "01950000-0001-7800-8000-00000000000", "01950000-0001-7800-8000-0000000000000",
          "01950000-0001-7800-8000-00000000000A", "01950000-0001-7800-8000-00000000000g",
          "{1950000-0001-7800-8000-00000000000}", "0195000000001-7800-8000-000000000000",
          "01950000-0001-7800-80000000000000000"}) {
        CHECK_FALSE(is_identifier(text));
    }
}

TEST_CASE("timestamps: UTC with microseconds, at any point in time") {
    CHECK(to_iso8601(from_microseconds(0)) == "1970-01-01T00:00:00.000000+00:00");
    CHECK(to_iso8601(from_microseconds(-1)) == "1969-12-31T23:59:59.999999+00:00");
    CHECK(to_iso8601(from_microseconds(951'827'696'000'007)) == "2000-02-29T12:34:56.000007+00:00");
}
