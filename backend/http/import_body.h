// The body of POST /api/runs/import, taken apart. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gilscope::http {

struct ImportBody {
    std::string_view report;  ///< a part of the body
    std::string name;         ///< of the resource around the report; empty: none was given
};

/// Either a report, or a run's whole resource with its report in it. What the report says is not looked at.
/// Throws BadJson if the body isn't JSON.
ImportBody read_import_body(std::string_view body);

}  // namespace gilscope::http
