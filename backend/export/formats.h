// One function a format. Inside this room only.
#pragma once

#include <string>

#include "bench/report.h"

namespace gilscope::exports {

std::string csv(const bench::Report& report);
std::string markdown(const bench::Report& report);

}  // namespace gilscope::exports
