// Counts an interpreter's garbage collections and the time they take.
#pragma once

#include <atomic>
#include <cstdint>

namespace gilscope::embed {

/// Attaches itself to gc.callbacks of the calling thread's interpreter and must outlive that interpreter
/// (engines never end theirs). On the free-threaded build any thread may collect: the counters are atomic.
class CollectionMonitor {
  public:
    /// Needs an attached thread state. Throws PythonError.
    void install();
    void reset();
    std::int64_t count() const { return count_; }
    std::int64_t time_ns() const { return time_ns_; }

    /// Called by gc.callbacks.
    void phase(bool is_start);

  private:
    std::atomic<std::int64_t> count_ = 0;
    std::atomic<std::int64_t> time_ns_ = 0;
    std::atomic<std::int64_t> started_ns_ = 0;
};

}  // namespace gilscope::embed
