// Two reports side by side: which cells differ, by how much, how sure that is, and what speaks against
// comparing them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::bench {

/// One side of a compared cell.
struct ComparedSide {
    std::string interpreter;
    std::optional<Estimate> time_ms;  ///< wall time of one call by each worker; none if it wasn't measured
    std::optional<Estimate> speedup;
};

/// A cell of either report; one that the other report lacks has one side only.
struct ComparedCell {
    Cell cell;
    std::optional<ComparedSide> a;
    std::optional<ComparedSide> b;
    /// b's time ÷ a's: above 1, b is slower. The two were measured at different times, so nothing pairs their
    /// blocks: the interval goes from b's low ÷ a's high to b's high ÷ a's low. It covers the true ratio at
    /// least as often as both intervals cover their medians, mostly far more often.
    std::optional<Estimate> time_ratio;
    bool significant = false;  ///< the two intervals of time have nothing in common
};

struct Comparison {
    std::vector<ComparedCell> cells;  ///< a's in their order, then those that only b has
    std::vector<std::string> reservations;
};

/// Cells go together when mode, workers and interpreter are equal; where each report has one interpreter of a
/// build, also when those differ. Different workloads have no ratios.
Comparison compare(const Report& a, const Report& b);

/// {"cells": [...], "reservations": [...], "method": "..."}
nlohmann::ordered_json to_json(const Comparison& comparison);

}  // namespace gilscope::bench
