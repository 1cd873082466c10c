// A sweep as text for a terminal: a row a number of workers.
#pragma once

#include <string>

#include "bench/report.h"

namespace gilscope::cli {

/// The rows of one interpreter, with their heading.
std::string sweep_rows(const bench::Report& report, const std::string& interpreter);

/// The main verdict, and where other numbers of workers have other ones.
std::string sweep_verdicts(const bench::Report& report, const std::string& interpreter);

}  // namespace gilscope::cli
