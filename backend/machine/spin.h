// Machine parallelism: how much faster W threads of native code are than one, on this machine, now.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace gilscope::machine {

using std::chrono::nanoseconds;

struct Spin {
    nanoseconds one{};   ///< one thread, one share of work
    nanoseconds many{};  ///< W threads, one share each, from release to the last finish
};

/// A throughput-bound native spin (independent integer chains, no memory traffic) on 1 and on W warm threads.
/// Threads are made per call in the caller's process and session; pinned to cpus[i] if W <= cpus.size() and
/// pinning is asked for.
class MachineSpin {
  public:
    /// Calibrates the share of work so that it lasts at least `share`.
    explicit MachineSpin(std::vector<int> cpus, bool pin, nanoseconds share = std::chrono::milliseconds(100));
    Spin measure(int workers) const;

  private:
    std::vector<int> cpus_;
    bool pin_;
    std::uint64_t iterations_ = 0;
};

}  // namespace gilscope::machine
