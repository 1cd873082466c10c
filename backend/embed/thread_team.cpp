#include "embed/thread_team.h"

#include <fmt/format.h>

#include <system_error>
#include <thread>

namespace gilscope::embed {

void ThreadTeam::form(int size, const std::function<std::unique_ptr<Worker>(int)>& make) {
    std::unique_lock lock(mutex_);
    try {
        for (; pending_ < size; ++pending_) {
            std::thread([this, i = pending_, &make] { live(i, make); }).detach();  // ends with the process
        }
    } catch (const std::system_error& error) {
        // Thrown once those that have begun no longer use `make`.
        failure_ = std::make_exception_ptr(std::system_error(
            error.code(),
            fmt::format("cannot start thread {} of {}; ask for fewer workers or raise the limit "
                        "of processes (ulimit -u)",
                        pending_ + 1, size)));
    }
    size_ = pending_;
    wait_for_all(lock);
}

void ThreadTeam::wait_for_all(std::unique_lock<std::mutex>& lock) {
    order_done_.wait(lock, [this] { return pending_ == 0; });
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void ThreadTeam::on_each(const std::function<void(Worker&, int)>& task) {
    std::unique_lock lock(mutex_);
    task_ = task;
    pending_ = size();
    ++order_;
    order_given_.notify_all();
    wait_for_all(lock);
}

void ThreadTeam::note_failure() {
    const std::scoped_lock lock(mutex_);
    if (!failure_) {
        failure_ = std::current_exception();
    }
}

void ThreadTeam::live(int index, const std::function<std::unique_ptr<Worker>(int)>& make) {
    std::unique_ptr<Worker> worker;
    try {
        worker = make(index);
    } catch (...) {
        note_failure();
    }
    std::unique_lock lock(mutex_);
    for (int seen = 0;; seen = order_) {
        if (--pending_ == 0) {
            order_done_.notify_all();
        }
        order_given_.wait(lock, [&] { return order_ != seen; });
        const auto task = task_;
        lock.unlock();
        try {
            task(*worker, index);
        } catch (...) {
            note_failure();
        }
        lock.lock();
    }
}

}  // namespace gilscope::embed
