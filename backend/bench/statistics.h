// The few statistics that Gilscope uses, and why these.
//
// A run gives few blocks (6 to 20), its noise is skewed (a machine is disturbed in one direction only) and
// rounds within a block are not independent of each other. So: medians over blocks, and intervals made of
// order statistics, which hold for any distribution.
#pragma once

#include <chrono>
#include <optional>
#include <span>

namespace gilscope::bench {

/// A value with its interval. No interval where there are too few blocks for one.
struct Estimate {
    double value = 0;
    std::optional<double> low;
    std::optional<double> high;

    bool has_interval() const { return low.has_value() && high.has_value(); }
    /// Half the interval's width relative to the value: 0.03 means ±3 %. Infinite without an interval.
    double relative_half_width() const;
    bool operator==(const Estimate&) const = default;
};

/// Fewer blocks than this give no interval: min..max of 5 covers the median with 93.8 % only.
inline constexpr int min_blocks_for_interval = 6;

/// The middle value, or the mean of the two middle ones. Throws std::invalid_argument if empty.
double median(std::span<const double> values);

/// Which order statistics (1-based rank from either end) bound the median of n values with at least 95 %:
/// the largest j with 1 - 2·P(Binomial(n, ½) < j) >= 0.95. 6 -> 1 (96.9 %), 9 -> 2 (96.1 %). Nothing below 6.
std::optional<int> interval_rank(int n);

/// The probability with which that interval covers the true median; 0 below 6.
double interval_coverage(int n);

/// Median with its interval.
Estimate estimate_median(std::span<const double> values);

/// exp of the median over blocks of log(baseline ÷ cell), with its interval. Both spans have one entry a
/// block, the same block at the same place. Throws std::invalid_argument if the sizes differ, are 0, or a
/// value isn't positive.
Estimate estimate_ratio(std::span<const double> baseline, std::span<const double> cell);

/// True if the two intervals have no value in common; false if either lacks one.
bool differ(const Estimate& a, const Estimate& b);

}  // namespace gilscope::bench
