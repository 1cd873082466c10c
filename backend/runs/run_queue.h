// One at a time in this process, the others wait in line, up to a limit: measurements, and whoever reads
// workload files.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <stop_token>

#include "runs/errors.h"

namespace gilscope::runs {

/// Thread-safe. First come, first served: it is the turn of whoever stands first.
class RunQueue {
  public:
    /// At most `limit` wait behind the one whose turn it is.
    explicit RunQueue(std::size_t limit) : limit_(limit) {}

    /// A place in the line, given up when it dies. Belongs to one owner; thread-safe but for its death.
    class Place {
      public:
        Place(Place&& other) noexcept : queue_(other.queue_), ticket_(other.ticket_) {
            other.queue_ = nullptr;
        }
        Place& operator=(Place&&) = delete;
        ~Place();

        /// Waits until it is this one's turn, which lasts as long as the place. Throws Left when `stop` is
        /// requested meanwhile, or once leave() was called.
        void wait(const std::stop_token& stop) const;
        /// 0: it is this one's turn, or it has left; else how many stand in front.
        std::size_t position() const;
        /// Gives the place up before it dies; whoever waits for it is set free.
        void leave() const;

      private:
        friend class RunQueue;
        Place(RunQueue* queue, std::uint64_t ticket) : queue_(queue), ticket_(ticket) {}
        RunQueue* queue_;
        std::uint64_t ticket_;
    };

    /// Thrown by Place::wait: the caller is out of the line.
    struct Left {};

    /// The last place. Throws QueueFull if too many wait already. The queue outlives it.
    Place join();

    /// How many wait (the one whose turn it is left out).
    std::size_t waiting() const;

  private:
    bool is_first(std::uint64_t ticket) const;
    bool is_in_line(std::uint64_t ticket) const;
    void give_up(std::uint64_t ticket);

    const std::size_t limit_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::uint64_t last_ticket_ = 0;
    std::deque<std::uint64_t> line_;  // the first one has the turn
};

}  // namespace gilscope::runs
