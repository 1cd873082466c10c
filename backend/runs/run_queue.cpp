#include "runs/run_queue.h"

#include <algorithm>

namespace gilscope::runs {

RunQueue::Turn::~Turn() {
    if (queue_ != nullptr) {
        queue_->give_back();
    }
}

RunQueue::Turn RunQueue::wait_turn(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (running_ && line_.size() >= limit_) {
        throw QueueFull("too many measurements wait already; try again later");
    }
    const char ticket = 0;  // its address tells this caller from the others
    line_.push_back(&ticket);
    const bool mine = changed_.wait(lock, stop, [&] { return !running_ && line_.front() == &ticket; });
    line_.erase(std::find(line_.begin(), line_.end(), &ticket));
    if (!mine) {
        changed_.notify_all();  // the next one may be first now
        throw Left{};
    }
    running_ = true;
    return Turn(this);
}

std::size_t RunQueue::waiting() const {
    const std::scoped_lock lock(mutex_);
    return line_.size();
}

void RunQueue::give_back() {
    const std::scoped_lock lock(mutex_);
    running_ = false;
    changed_.notify_all();
}

}  // namespace gilscope::runs
