// What a picture says in words.
#pragma once

#include <string>
#include <vector>

#include "chart/picture.h"

namespace gilscope::chart {

/// "count_primes n=20000"
std::string workload_text(const bench::Report& report);
/// "free-threaded" or "with the GIL"
std::string build_text(bench::Build build);

/// What was measured, what is shown, and which way is better.
std::string title_of(const std::vector<const bench::Report*>& reports, Kind kind);

/// On which machine, with which interpreters, when and how surely: a line each, empty where nothing is known.
std::vector<std::string> details_of(const std::vector<const bench::Report*>& reports, const Picture& picture);

}  // namespace gilscope::chart
