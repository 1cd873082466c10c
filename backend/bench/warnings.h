// What a reader of the figures must know, each with what to do about it.
#pragma once

#include <vector>

#include "bench/report.h"

namespace gilscope::bench {

/// All warnings that follow from report.cells and report.measurements. summarize() calls it.
std::vector<Warning> warnings(const Report& report);

/// True for a warning that warnings() makes, as opposed to one about the machine.
bool is_from_figures(const Warning& warning);

}  // namespace gilscope::bench
