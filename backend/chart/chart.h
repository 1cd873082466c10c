// Reports as pictures: one renderer for the command line, the API and the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.h"

namespace gilscope::chart {

enum class Kind {
    speedup,     ///< how much more gets done than sequentially
    time,        ///< how long one call on every worker takes
    efficiency,  ///< speedup as a share of what the machine has to give (for a workload that waits: of W)
};

/// "speedup", "time", "efficiency".
std::string_view name_of(Kind kind);
/// The inverse of name_of; nothing for a name that is not one.
std::optional<Kind> kind_named(std::string_view name);

/// A whole SVG document. Several numbers of workers make curves, a single one makes bars. Several reports are
/// put into one picture, as one report's interpreters are. Equal reports give equal bytes; a report without
/// figures gives a picture that says so. Every series is a <g class="series"> with data-interpreter,
/// data-build and data-mode; each of its points has data-workers, data-value, data-low and data-high, in the
/// unit of the axis.
std::string svg(const std::vector<const bench::Report*>& reports, Kind kind);
std::string svg(const bench::Report& report, Kind kind);

}  // namespace gilscope::chart
