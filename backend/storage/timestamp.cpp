#include "storage/timestamp.h"

#include <string_view>

namespace gilscope::storage {

namespace {

constexpr std::string_view pattern = "0000-00-00T00:00:00.000000+00:00";

/// Writes the last `digits` digits of `value` from `at` on.
void put(std::string& text, std::size_t at, std::size_t digits, std::int64_t value) {
    for (auto place = at + digits; place > at && value > 0; value /= 10) {
        text[--place] = static_cast<char>('0' + value % 10);
    }
}

}  // namespace

// By hand, since lists are full of times: fmt takes five times as long.
std::string to_iso8601(Timestamp time) {
    const auto midnight = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(midnight);
    const std::chrono::hh_mm_ss clock(time - midnight);
    std::string text(pattern);
    put(text, 0, 4, static_cast<int>(date.year()));
    put(text, 5, 2, static_cast<unsigned>(date.month()));
    put(text, 8, 2, static_cast<unsigned>(date.day()));
    put(text, 11, 2, clock.hours().count());
    put(text, 14, 2, clock.minutes().count());
    put(text, 17, 2, clock.seconds().count());
    put(text, 20, 6, clock.subseconds().count());
    return text;
}

}  // namespace gilscope::storage
