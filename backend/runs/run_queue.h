// One measurement at a time in this process; the others wait in line, up to a limit.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <stop_token>

#include "runs/errors.h"

namespace gilscope::runs {

/// Thread-safe. First come, first served.
class RunQueue {
  public:
    /// At most `limit` callers wait behind the one that runs.
    explicit RunQueue(std::size_t limit) : limit_(limit) {}

    /// The right to run, given back when it dies.
    class Turn {
      public:
        Turn(Turn&& other) noexcept : queue_(other.queue_) { other.queue_ = nullptr; }
        Turn& operator=(Turn&&) = delete;
        ~Turn();

      private:
        friend class RunQueue;
        explicit Turn(RunQueue* queue) : queue_(queue) {}
        RunQueue* queue_;
    };

    /// Thrown by wait_turn when `stop` was requested: the caller is out of the line.
    struct Left {};

    /// Waits for the caller's turn. Throws QueueFull at once if too many wait, Left when stopped.
    Turn wait_turn(const std::stop_token& stop);

    /// How many wait (the running one left out).
    std::size_t waiting() const;

  private:
    void give_back();

    const std::size_t limit_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    bool running_ = false;
    std::deque<const void*> line_;  // addresses of the waiters' own tickets
};

}  // namespace gilscope::runs
