// The environment that engines get.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gilscope::engine {

/// The caller's environment with one variable set (or removed, if the value is empty).
std::vector<std::string> environment_with(std::string_view name, std::string_view value);

}  // namespace gilscope::engine
