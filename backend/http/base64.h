// Bytes as text that JSON can hold. Pure.
#pragma once

#include <string>
#include <string_view>

namespace gilscope::http {

/// RFC 4648, section 4, padded.
std::string base64(std::string_view bytes);

}  // namespace gilscope::http
