#include "chart/scale.h"

#include <algorithm>
#include <cmath>

namespace gilscope::chart {
namespace {

constexpr double wanted_ticks = 6;
/// Rounding must not lose the last tick.
constexpr double slack = 1e-9;

double round_step(double range) {
    const double rough = range / wanted_ticks;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            return factor * power;
        }
    }
    return 10 * power;
}

}  // namespace

double Scale::place(double value) const {
    // An interval can reach down to 0, which has no place among powers.
    const double share = by_powers_ ? std::log2(std::max(value, low_ / 2) / low_) / std::log2(high_ / low_)
                                    : (value - low_) / (high_ - low_);
    return from_ + share * (to_ - from_);
}

std::vector<double> Scale::ticks() const {
    std::vector<double> values;
    if (by_powers_) {
        for (double value = std::exp2(std::ceil(std::log2(low_) - slack)); value <= high_ * (1 + slack);
             value *= 2) {
            values.push_back(value);
        }
        return values;
    }
    const double step = round_step(high_ - low_);
    for (double count = std::ceil(low_ / step - slack); count * step <= high_ + step * slack; ++count) {
        values.push_back(count * step);
    }
    return values;
}

}  // namespace gilscope::chart
