// From a figure to a place on an axis.
#pragma once

#include <vector>

namespace gilscope::chart {

/// An axis of one direction.
class Scale {
  public:
    /// From `low` at `from` to `high` at `to`, evenly or by powers of two (then both are above 0).
    Scale(double low, double high, double from, double to, bool by_powers)
        : low_(low), high_(high), from_(from), to_(to), by_powers_(by_powers) {}

    double place(double value) const;
    double low() const { return low_; }
    double high() const { return high_; }
    bool by_powers() const { return by_powers_; }

    /// Round values between low and high: some six of 1, 2 or 5 times a power of ten, or the powers of two.
    std::vector<double> ticks() const;

  private:
    double low_;
    double high_;
    double from_;
    double to_;
    bool by_powers_;
};

}  // namespace gilscope::chart
