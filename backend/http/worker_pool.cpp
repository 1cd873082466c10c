#include "http/worker_pool.h"

#include <system_error>
#include <utility>

namespace gilscope::http {

WorkerPool::WorkerPool(std::size_t max_threads, std::chrono::milliseconds idle_limit)
    : max_threads_(max_threads), idle_limit_(idle_limit) {}

void WorkerPool::submit(Job job) {
    const std::lock_guard lock(mutex_);
    if (finishing_) {
        return;
    }
    join_retired();
    jobs_.push_back(std::move(job));
    waiting_.store(jobs_.size(), std::memory_order_relaxed);
    if (idle_ >= jobs_.size() || threads_.size() >= max_threads_) {
        work_arrived_.notify_one();
        return;
    }
    const auto self = threads_.emplace(threads_.end());
    try {
        *self = std::thread([this, self] { work(self); });
    } catch (const std::system_error&) {
        // No more threads to be had: those that are there do the work.
        threads_.erase(self);
        work_arrived_.notify_one();
    }
}

void WorkerPool::work(std::list<std::thread>::iterator self) {
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        const bool woken =
            work_arrived_.wait_for(lock, idle_limit_, [this] { return finishing_ || !jobs_.empty(); });
        --idle_;
        if (!jobs_.empty()) {
            const auto job = std::move(jobs_.front());
            jobs_.pop_front();
            waiting_.store(jobs_.size(), std::memory_order_relaxed);
            lock.unlock();
            job();
            lock.lock();
        } else if (finishing_) {
            return;
        } else if (!woken) {
            retired_.splice(retired_.end(), threads_, self);
            return;
        }
    }
}

void WorkerPool::join_retired() {
    for (auto& thread : retired_) {
        thread.join();  // it needs no lock any more: it is over in a moment
    }
    retired_.clear();
}

std::size_t WorkerPool::thread_count() const {
    const std::lock_guard lock(mutex_);
    return threads_.size();
}

void WorkerPool::finish() {
    std::unique_lock lock(mutex_);
    if (std::exchange(finishing_, true)) {
        return;
    }
    work_arrived_.notify_all();
    join_retired();
    while (!threads_.empty()) {
        auto thread = std::move(threads_.front());
        threads_.pop_front();
        lock.unlock();
        thread.join();
        lock.lock();
    }
}

}  // namespace gilscope::http
