// Scheduling delay seen from inside: how late the system wakes a thread, and how long it then waits for its
// interpreter.
#pragma once

#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "embed/python_api.h"
#include "embed/shared_cell.h"

namespace gilscope::embed {

/// The CPUs that a thread may use: taken before anyone is pinned, for threads that must not be.
class AllowedCpus {
  public:
    static AllowedCpus of_this_thread();
    /// Applies to the calling thread. Failure is ignored: it then stays where it is.
    void apply() const;

  private:
    cpu_set_t cpus_{};
};

/// A thread that wakes up every interval and, while the round runs, attaches to an interpreter for a moment.
/// It has a thread state of its own as long as it lives, which costs a free-threaded interpreter a few
/// percent: so never in a round that is timed. Used from one thread.
class Probe {
  public:
    struct Sample {
        std::int64_t wake_late_ns = 0;  ///< from the time asked for to the time of waking
        std::int64_t lock_wait_ns = 0;  ///< attaching, less the time in the run queue meanwhile
    };

    /// Starts it. Samples are taken from the release of round `number` until the first of the cell's workers
    /// has finished. `cell` must outlive it. Throws std::system_error if there is no thread to be had.
    Probe(PyInterpreterState* interpreter, std::chrono::nanoseconds interval, const AllowedCpus& cpus,
          const SharedCell& cell, std::uint32_t number);
    /// Waits for its end, see stop().
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    /// Ends it, its thread state included, and gives what it saw; within one interval and one wait for the
    /// interpreter. The caller must not be attached. Call it once.
    std::vector<Sample> stop();

  private:
    void live();
    void watch(PyThreadState* state);

    PyInterpreterState* const interpreter_;  // CPython owns it
    const std::chrono::nanoseconds interval_;
    const AllowedCpus cpus_;
    const SharedCell& cell_;
    const std::uint32_t number_;
    std::atomic<bool> stopping_ = false;
    std::vector<Sample> samples_;
    std::thread thread_;  // the last one: it uses the others
};

}  // namespace gilscope::embed
