// A report in forms for other programs and for people.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/report.h"

namespace gilscope::exports {

enum class Format {
    json,      ///< the report file itself: everything
    csv,       ///< one row a sample, warm-ups and disturbed blocks included and marked
    markdown,  ///< the figures, verdicts and warnings as tables and text
};

/// "json", "csv", "markdown".
std::string_view name_of(Format format);
/// The inverse of name_of; nothing for a name that is not one.
std::optional<Format> format_named(std::string_view name);
/// Such as "text/csv; charset=utf-8".
std::string_view media_type_of(Format format);

/// UTF-8, ends with a newline.
std::string text_of(const bench::Report& report, Format format);

}  // namespace gilscope::exports
