// From raw samples to one figure a block: the step that every summary starts with.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "bench/measurements.h"
#include "bench/statistics.h"

namespace gilscope::bench {

/// What is read from one sample.
using Figure = std::function<double(const Sample&)>;

/// One entry a block, in the order measured; nothing where the block or the cell doesn't count.
using BlockFigures = std::vector<std::optional<double>>;

double seconds(nanoseconds time);

/// Time on the clock.
double wall_seconds(const Sample& sample);

/// CPU time of the cell's processes; that of the workers if the process figure is missing.
double cpu_seconds(const Sample& sample);

/// Median of the figure over the counted rounds of each counted block. Rounds without any wall time are left
/// out.
BlockFigures block_medians(const Measurements& run, std::size_t cell, const Figure& figure);

/// The figures that are there.
std::vector<double> present(const BlockFigures& figures);

/// Median of the figures that are there; 0 without any.
double median_or_zero(const BlockFigures& figures);

/// Median over blocks of numerator ÷ denominator, both of the same block; 0 where no block has both.
double median_quotient(const BlockFigures& numerator, const BlockFigures& denominator);

/// Median with its interval; nothing without any figure.
std::optional<Estimate> estimate_present(const BlockFigures& figures);

/// estimate_ratio over the blocks in which both are there and positive; nothing if there is no such block.
std::optional<Estimate> estimate_present_ratio(const BlockFigures& baseline, const BlockFigures& cell);

/// Work of a whole round ÷ work really measured: above 1 only for a sequential cell that made fewer calls.
double scale_of(const Measurements& run, std::size_t cell);

/// Wall time of a whole round in seconds, scaled where fewer calls were made.
BlockFigures round_seconds(const Measurements& run, std::size_t cell);

/// The sequential cell that `cell` is compared with: same interpreter, and same workers if there are several.
std::optional<std::size_t> baseline_of(const Measurements& run, std::size_t cell);

}  // namespace gilscope::bench
