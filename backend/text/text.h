// Text as people see it: Unicode's white space and code points. Pure; all text is valid UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gilscope::text {

/// Without the white space (Unicode's property White_Space) at either end.
std::string_view trim(std::string_view text);

std::size_t count_code_points(std::string_view text);

/// "1 block", "2 blocks": for nouns whose plural is formed with an s.
std::string counted(std::int64_t count, std::string_view noun);

}  // namespace gilscope::text
