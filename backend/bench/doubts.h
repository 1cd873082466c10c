// What forbids a conclusion: it comes before every rule that draws one.
#pragma once

#include <optional>

#include "bench/verdict_case.h"

namespace gilscope::bench {

/// Too few or no figures, a disturbed machine, too few cores, rounds too short; nothing if a conclusion may
/// be drawn.
std::optional<Finding> doubt_about(const Case& of);

}  // namespace gilscope::bench
