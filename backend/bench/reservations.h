// What speaks against comparing two reports.
#pragma once

#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::bench {

/// Sentences; none if nothing but chance and the code under test can explain a difference.
std::vector<std::string> reservations(const Report& a, const Report& b);

}  // namespace gilscope::bench
