// The JSON in a request's body, read strictly: what two readers could understand in two ways is refused.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gilscope::http {

/// It isn't JSON, or not of a kind that is taken: 400 `bad_request`. The message is a sentence.
class BadJson : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Levels of objects and arrays within each other.
inline constexpr std::size_t max_json_depth = 16;

/// Throws BadJson for what isn't JSON, a byte order mark, a member given twice, numbers too large for a
/// double, invalid UTF-8, lone surrogates, bytes after the value, and depth over `max_depth`. Takes time in
/// proportion to the text, whatever is in it. Members keep their order; to look many of them up, go through
/// them once.
nlohmann::ordered_json read_json(std::string_view text, std::size_t max_depth = max_json_depth);

}  // namespace gilscope::http
