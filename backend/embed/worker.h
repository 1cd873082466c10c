// One worker: an OS thread's part in a round.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "embed/collection_monitor.h"
#include "embed/forked_child.h"
#include "embed/python_error.h"
#include "embed/shared_cell.h"
#include "embed/thread_counters.h"
#include "embed/workload.h"

namespace gilscope::embed {

struct RoundOrder {
    std::uint32_t number = 0;
    std::int64_t calls = 1;
};

/// What the workers of this process do together in a round: the last one to arm tells the host, the CPU time
/// of the process is read when all are parked and when all have finished.
class ProcessRound {
  public:
    ProcessRound(int workers, std::function<void()> on_armed)
        : workers_(workers), on_armed_(std::move(on_armed)) {}
    void arm();
    void finish();
    /// From arming to the last finish.
    std::int64_t cpu_ns() const { return cpu_after_ns_ - cpu_before_ns_; }
    /// From arming to this call.
    std::int64_t cpu_until_now_ns() const;

  private:
    const int workers_;
    const std::function<void()> on_armed_;
    std::atomic<int> armed_ = 0;
    std::atomic<int> finished_ = 0;
    std::int64_t cpu_before_ns_ = 0;
    std::int64_t cpu_after_ns_ = 0;
};

/// Lives on the thread that made it, until the process ends: Python objects are never dropped at the end.
class Worker {
  public:
    /// What a worker works with. `state` is its own thread state, detached. Workers of one interpreter share
    /// `workload` and `monitor`; the one that `tends_interpreter` collects garbage before a round and reports
    /// it.
    struct Place {
        int index = 0;  ///< in the whole cell
        PyThreadState* state = nullptr;
        Workload* workload = nullptr;
        CollectionMonitor* monitor = nullptr;
        bool tends_interpreter = true;
    };

    /// Makes the arguments; detached before and after. Throws PythonError.
    Worker(const Place& place, const SharedCell& cell, const nlohmann::json& parameters);

    /// Collects garbage, arms, waits for the release, makes the calls, and writes its record. Detached before
    /// and after. An exception of the user's code is kept for throw_error().
    void run_round(const RoundOrder& order, ProcessRound& process);

    /// After a round: what the last call returned, as canonical JSON; empty if the workload doesn't compare
    /// or failed. A value without a JSON form is an error like one of run().
    std::string checksum();
    /// Throws what the last round or checksum failed with, once.
    void throw_error();

    PyThreadState* state() const { return place_.state; }

  private:
    void prepare();
    engine::WorkerRecord timed_calls(std::int64_t calls);

    Place place_;
    const SharedCell& cell_;
    const ForkGuard fork_guard_;
    ThreadCounters counters_;
    Arguments arguments_;
    Reference result_;
    std::optional<PythonError> error_;
};

}  // namespace gilscope::embed
