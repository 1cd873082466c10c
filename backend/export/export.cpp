#include "export/export.h"

#include <array>

#include "export/formats.h"

namespace gilscope::exports {
namespace {

struct Known {
    Format format;
    std::string_view name;
    std::string_view media_type;
    std::string (*text)(const bench::Report&);
};

constexpr std::array known{
    Known{Format::json, "json", "application/json; charset=utf-8", bench::to_text},
    Known{Format::csv, "csv", "text/csv; charset=utf-8", csv},
    Known{Format::markdown, "markdown", "text/markdown; charset=utf-8", markdown},
};

const Known& entry_of(Format format) {
    return known.at(static_cast<std::size_t>(format));
}

}  // namespace

std::string_view name_of(Format format) {
    return entry_of(format).name;
}

std::optional<Format> format_named(std::string_view name) {
    for (const Known& entry : known) {
        if (entry.name == name) {
            return entry.format;
        }
    }
    return std::nullopt;
}

std::string_view media_type_of(Format format) {
    return entry_of(format).media_type;
}

std::string text_of(const bench::Report& report, Format format) {
    return entry_of(format).text(report);
}

}  // namespace gilscope::exports
