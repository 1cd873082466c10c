// A run from its acceptance to its end, and a little longer for those who still read its events.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "events/event_log.h"
#include "runs/order.h"
#include "runs/run.h"
#include "runs/run_queue.h"

namespace gilscope::runs {

/// Where a reader of a run's events begins.
struct Watch {
    std::shared_ptr<events::EventLog> log;
    std::uint64_t after = 0;  ///< the events up to this one are known, or summed up in `first`
    std::string first;        ///< text of events that stand for what came before; may be empty
};

/// Thread-safe. Every change of the run that readers see goes through here.
class LiveRun {
  public:
    /// `run` is queued; `place` is its place in the line of all measurements.
    LiveRun(Run run, decltype(Order::measure) measure, RunQueue::Place place);

    const std::string& id() const { return id_; }
    /// As it is now, progress included.
    Run now() const;

    void rename(const std::string& name);

    enum class Cancelled { at_once, soon, too_late };
    /// A queued run is over at once: `at_once`, and it is for the caller to store that. One that runs is told
    /// to stop: `soon`.
    Cancelled cancel(storage::Timestamp time);
    /// The server stops: whatever the run does, it comes to an end soon.
    void interrupt();
    bool is_interrupted() const;

    // For the thread that measures:

    /// Waits for its turn, then it is running: true. False if it was cancelled or interrupted before.
    bool begin();
    bench::Report measure(const ProgressListener& listener) const;
    /// Events for the readers; see RunProgress.
    void tell(const RunProgress& progress);
    /// Its progress while it waits, if that has changed.
    void tell_position();
    /// `run` is how it came out, and is stored already: the last event.
    void end(Run run);
    /// Lets the next one in line begin.
    void leave_queue() const { place_.leave(); }

    // For readers:

    /// `last_seen`: the last event that the reader has got, if it was here before. Nothing if the run is
    /// over, but for a reader who was here and missed its last events.
    std::optional<Watch> watch(std::optional<std::uint64_t> last_seen) const;

  private:
    void publish_state();
    void remember_partial(const bench::Report& so_far);

    const std::string id_;
    const decltype(Order::measure) measure_;
    const RunQueue::Place place_;
    const std::shared_ptr<events::EventLog> log_ = std::make_shared<events::EventLog>(most_event_bytes);
    std::stop_source stop_;

    mutable std::mutex mutex_;  // for what follows
    Run run_;
    bool interrupted_ = false;
    std::size_t position_ = 0;
    std::string partial_;  // the newest one, for readers who come late

    static constexpr std::size_t most_event_bytes = 1 << 20;
};

}  // namespace gilscope::runs
