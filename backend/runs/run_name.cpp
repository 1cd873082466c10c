#include "runs/run_name.h"

#include <algorithm>

#include "text/text.h"

namespace gilscope::runs {
namespace {

constexpr std::size_t most_characters = 200;

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

}  // namespace

std::string checked_name(const std::string& name, Problems& problems) {
    const std::string_view trimmed = text::trim(name);
    if (trimmed.empty() || text::count_code_points(trimmed) > most_characters) {
        add_problem(problems, "name", "must have 1 to 200 characters besides white space around them");
    } else if (std::any_of(trimmed.begin(), trimmed.end(), is_control)) {
        add_problem(problems, "name", "must have no control characters");
    }
    return std::string(trimmed);
}

}  // namespace gilscope::runs
