// OS threads that live as long as the process, each with a worker of its own.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "embed/worker.h"

namespace gilscope::embed {

/// Used from one thread, which must not be attached to an interpreter while it waits here.
class ThreadTeam {
  public:
    /// Starts the threads; `make(i)` runs on thread i. Waits for all; throws the first exception after all
    /// have ended their attempt, std::system_error if not all could be started. Call it once. The team must
    /// outlive the process's last thread: it is never destroyed.
    void form(int size, const std::function<std::unique_ptr<Worker>(int)>& make);

    /// Runs `task` on every thread with its worker, side by side, and waits. Throws the first exception.
    void on_each(const std::function<void(Worker&, int)>& task);

    int size() const { return size_; }

  private:
    void live(int index, const std::function<std::unique_ptr<Worker>(int)>& make);
    void wait_for_all(std::unique_lock<std::mutex>& lock);
    void note_failure();

    std::mutex mutex_;
    std::condition_variable order_given_;
    std::condition_variable order_done_;
    std::function<void(Worker&, int)> task_;
    int size_ = 0;
    int order_ = 0;
    int pending_ = 0;
    std::exception_ptr failure_;
};

}  // namespace gilscope::embed
