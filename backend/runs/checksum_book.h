// Did every mode of every build compute the same?
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gilscope::runs {

/// Collects what each cell's workers returned. Not thread-safe.
class ChecksumBook {
  public:
    /// `values`: one a worker; empty ones (a workload that doesn't compare) are passed over.
    void note(const std::string& cell, const std::vector<std::string>& values);

    /// Throws ChecksumMismatch naming who returned what, once two values differ. Call it after a whole round,
    /// so that all who disagree are named.
    void check() const;

    /// The value on which all agree so far, or empty.
    std::string value() const;

  private:
    std::map<std::string, std::map<std::string, int>> workers_by_value_;  // cell -> value -> how often
};

}  // namespace gilscope::runs
