// A report as text for a terminal: 80 columns, no colour needed to read it.
#pragma once

#include <string>

#include "bench/report.h"

namespace gilscope::cli {

/// The table, the verdicts and the warnings with their remedies.
std::string result_table(const bench::Report& report);

}  // namespace gilscope::cli
