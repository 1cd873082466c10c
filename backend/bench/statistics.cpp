#include "bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace gilscope::bench {
namespace {

constexpr double wanted_coverage = 0.95;

/// P(Binomial(n, ½) < j), summed in logarithms so that ½ⁿ doesn't underflow for a large n.
double binomial_below(int n, int j) {
    double log_term = -n * std::numbers::ln2;
    double sum = 0;
    for (int k = 0; k < j; ++k) {
        sum += std::exp(log_term);
        log_term += std::log(static_cast<double>(n - k)) - std::log(static_cast<double>(k + 1));
    }
    return sum;
}

/// The median lies outside [j-th smallest, j-th largest] exactly when fewer than j values fall on one side of
/// it, and each value falls on either side with probability ½, whatever the distribution. Hence twice the
/// tail.
double coverage_of_rank(int n, int j) {
    return 1 - 2 * binomial_below(n, j);
}

std::vector<double> sorted(std::span<const double> values) {
    std::vector<double> copy(values.begin(), values.end());
    std::sort(copy.begin(), copy.end());
    return copy;
}

double median_of_sorted(const std::vector<double>& values) {
    if (values.empty()) {
        throw std::invalid_argument("the median of no values");
    }
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

double Estimate::relative_half_width() const {
    if (!has_interval() || value == 0) {
        return std::numeric_limits<double>::infinity();
    }
    return (*high - *low) / 2 / std::abs(value);
}

double median(std::span<const double> values) {
    if (values.empty()) {
        throw std::invalid_argument("the median of no values");
    }
    // Most of the time of a summary is spent here, and a sort would take some five times as long.
    std::vector<double> copy(values.begin(), values.end());
    const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
    std::nth_element(copy.begin(), middle, copy.end());
    return copy.size() % 2 == 1 ? *middle : (*middle + *std::max_element(copy.begin(), middle)) / 2;
}

std::optional<int> interval_rank(int n) {
    if (n < min_blocks_for_interval) {
        return std::nullopt;
    }
    int rank = 1;
    while (coverage_of_rank(n, rank + 1) >= wanted_coverage) {
        ++rank;
    }
    return rank;
}

double interval_coverage(int n) {
    const std::optional<int> rank = interval_rank(n);
    return rank ? coverage_of_rank(n, *rank) : 0;
}

Estimate estimate_median(std::span<const double> values) {
    const std::vector<double> ordered = sorted(values);
    Estimate estimate{median_of_sorted(ordered), std::nullopt, std::nullopt};
    if (const std::optional<int> rank = interval_rank(static_cast<int>(ordered.size()))) {
        const auto offset = static_cast<std::size_t>(*rank);
        estimate.low = ordered[offset - 1];
        estimate.high = ordered[ordered.size() - offset];
    }
    return estimate;
}

Estimate estimate_ratio(std::span<const double> baseline, std::span<const double> cell) {
    if (baseline.size() != cell.size() || baseline.empty()) {
        throw std::invalid_argument("a ratio needs as many baseline values as cell values, and at least one");
    }
    std::vector<double> logs;
    logs.reserve(baseline.size());
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        // Written so that NaN is refused as well.
        if (!(baseline[i] > 0) || !(cell[i] > 0)) {
            throw std::invalid_argument("a ratio needs positive values");
        }
        logs.push_back(std::log(baseline[i] / cell[i]));
    }
    Estimate estimate = estimate_median(logs);
    estimate.value = std::exp(estimate.value);
    if (estimate.has_interval()) {
        estimate.low = std::exp(*estimate.low);
        estimate.high = std::exp(*estimate.high);
    }
    return estimate;
}

bool differ(const Estimate& a, const Estimate& b) {
    return a.has_interval() && b.has_interval() && (*a.high < *b.low || *b.high < *a.low);
}

}  // namespace gilscope::bench
