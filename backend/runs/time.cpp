#include "runs/time.h"

#include <charconv>
#include <regex>

namespace gilscope::runs {
namespace {

int number(const std::ssub_match& digits) {
    int value = 0;
    std::from_chars(&*digits.first, &*digits.first + digits.length(), value);
    return value;
}

}  // namespace

storage::Timestamp current_time() {
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

std::optional<storage::Timestamp> parse_utc(const std::string& text) {
    static const std::regex form(
        R"((\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?(?:\+00:00|Z))");
    std::smatch part;
    if (text.size() > 64 || !std::regex_match(text, part, form)) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date(std::chrono::year(number(part[1])),
                                           std::chrono::month(static_cast<unsigned>(number(part[2]))),
                                           std::chrono::day(static_cast<unsigned>(number(part[3]))));
    if (!date.ok() || number(part[4]) > 23 || number(part[5]) > 59 || number(part[6]) > 59) {
        return std::nullopt;
    }
    std::string fraction = part[7].str();
    fraction.resize(6, '0');
    return std::chrono::sys_days(date) + std::chrono::hours(number(part[4])) +
           std::chrono::minutes(number(part[5])) + std::chrono::seconds(number(part[6])) +
           std::chrono::microseconds(std::stoi(fraction));
}

}  // namespace gilscope::runs
