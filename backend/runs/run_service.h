// The room's door for runs as resources: takes orders, measures them one at a time on a thread of its own,
// keeps what came of them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "runs/live_run.h"
#include "runs/order.h"
#include "runs/run_queue.h"
#include "runs/run_store.h"

namespace gilscope::runs {

/// Thread-safe. Every function may throw a storage::Error.
class RunService {
  public:
    /// The store outlives it. At most `queue` measurements wait behind the one that runs. Live runs of
    /// servers that are no more become failed: interrupted.
    RunService(RunStore& store, std::size_t queue);
    /// As stop(); returns when nothing is measured any more.
    ~RunService();
    RunService(const RunService&) = delete;
    RunService& operator=(const RunService&) = delete;

    /// Queued; stored already. Throws QueueFull, or Stopping once stop() was called.
    Run accept(Order order);
    /// A report from elsewhere, as a run that is over.
    /// `name`: empty for the usual one.
    Run import(const bench::Report& report, const std::string& name);

    /// Nothing if there is no such run. For a live one, as it is now.
    std::optional<Run> find(const std::string& id) const;
    /// JSON text; nothing if there is no such run, empty if it has no report (yet).
    std::optional<std::string> report(const std::string& id) const;
    RunStore::Page list(const RunStore::Selection& selection) const;

    /// Nothing if there is no such run.
    std::optional<Run> rename(const std::string& id, const std::string& name);
    /// Over at once if it was queued, else soon, with what was measured until then. Nothing if there is no
    /// such run; throws Conflict if it is over already, or another server's.
    std::optional<Run> cancel(const std::string& id);
    /// False if there is no such run. Throws Conflict if it is live.
    bool remove(const std::string& id);

    /// See LiveRun::watch(). Nothing also when no events of that run are kept: it was over long ago, or
    /// before this server began.
    std::optional<Watch> watch(const std::string& id, std::optional<std::uint64_t> last_seen) const;

    /// The line in which all measurements of this process stand: for those who measure without making a run
    /// of it.
    RunQueue& queue() { return queue_; }
    /// Tells the readers of runs that wait how many stand before them now. For the same, between their rounds
    /// and at their end.
    void tell_positions() const;

    /// No new runs; live ones become failed: interrupted, soon. From any thread, any number of times.
    void stop();

  private:
    using Pointer = std::shared_ptr<LiveRun>;

    void work();
    Pointer next();
    void execute(LiveRun& live);
    void measure(LiveRun& live);
    void end(LiveRun& live, Run run, const std::string& report);
    void store_patiently(const Run& run, const std::string& report);
    bool try_to_store(const Run& run);
    void store_the_unsaved();
    void remember(const Pointer& live);
    Pointer known(const std::string& id) const;
    bool is_stopping() const;

    RunStore& store_;
    RunQueue queue_;
    std::mutex accepting_;  // one at a time, so that runs stand in the line in the order of their ids

    mutable std::mutex mutex_;  // for what follows
    std::condition_variable arrived_;
    std::deque<Pointer> known_;      // live ones, the last few that are over, and all of:
    std::set<std::string> unsaved_;  // those that are over, which the database doesn't know yet
    std::deque<Pointer> waiting_;    // those that nobody has begun
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace gilscope::runs
