// Text for a terminal.
#pragma once

#include <string>

namespace gilscope::cli {

/// Broken at spaces to 80 columns, ends with a newline; lines after the first are indented by `indent`.
std::string wrapped(const std::string& text, std::size_t indent);

}  // namespace gilscope::cli
