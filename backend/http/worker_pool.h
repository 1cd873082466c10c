// Threads for handlers: as many as there is work for, up to a maximum, and fewer again when it is quiet.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace gilscope::http {

/// Thread-safe. A handler may sleep for long: it holds up nobody as long as the maximum isn't reached.
class WorkerPool {
  public:
    using Job = std::function<void()>;

    /// A thread without work for `idle_limit` ends.
    explicit WorkerPool(std::size_t max_threads,
                        std::chrono::milliseconds idle_limit = std::chrono::seconds(10));
    ~WorkerPool() { finish(); }
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Never blocks. Jobs must not throw. The caller bounds how many there are. After finish() nothing is
    /// taken.
    void submit(Job job);
    /// True while jobs wait for a thread: those that only linger should give theirs up.
    bool is_short_of_threads() const { return waiting_.load(std::memory_order_relaxed) > 0; }
    std::size_t thread_count() const;
    /// Runs what was submitted, then ends the threads and waits for them. Once; not from a job.
    void finish();

  private:
    void work(std::list<std::thread>::iterator self);
    void join_retired();

    const std::size_t max_threads_;
    const std::chrono::milliseconds idle_limit_;
    mutable std::mutex mutex_;
    std::condition_variable work_arrived_;
    std::deque<Job> jobs_;
    std::list<std::thread> threads_;
    std::list<std::thread> retired_;  ///< about to end, to be joined
    std::size_t idle_ = 0;
    std::atomic<std::size_t> waiting_{0};  ///< jobs_.size(), readable without the lock
    bool finishing_ = false;
};

}  // namespace gilscope::http
