// Phrases that several verdicts share.
#pragma once

#include <string>

#include "bench/verdict_case.h"

namespace gilscope::bench {

/// "1.00x [0.99-1.01]", or "1.00x" without an interval.
std::string with_interval(const Estimate& speedup);

/// "Threads gain nothing from 2 workers: 1.00x [0.99-1.01]", or that they lose time where the whole interval
/// says so; for threads with an interval.
std::string opening(const Case& of);

/// Advice to use the modes and builds that were seen to scale, or to measure them.
std::string move_to_what_scales(const Case& of);

/// The advice, with the modes and builds that were seen to scale as the other way out.
std::string or_move(const Case& of, const std::string& advice);

}  // namespace gilscope::bench
