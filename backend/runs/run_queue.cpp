#include "runs/run_queue.h"

#include <algorithm>

namespace gilscope::runs {

RunQueue::Place::~Place() {
    if (queue_ != nullptr) {
        queue_->give_up(ticket_);
    }
}

void RunQueue::Place::wait(const std::stop_token& stop) const {
    std::unique_lock lock(queue_->mutex_);
    queue_->changed_.wait(lock, stop,
                          [this] { return queue_->is_first(ticket_) || !queue_->is_in_line(ticket_); });
    if (!queue_->is_first(ticket_) || stop.stop_requested()) {
        lock.unlock();
        leave();
        throw Left{};
    }
}

std::size_t RunQueue::Place::position() const {
    const std::scoped_lock lock(queue_->mutex_);
    const auto& line = queue_->line_;
    const auto found = std::find(line.begin(), line.end(), ticket_);
    return found == line.end() ? 0 : static_cast<std::size_t>(found - line.begin());
}

void RunQueue::Place::leave() const {
    queue_->give_up(ticket_);
}

RunQueue::Place RunQueue::join() {
    const std::scoped_lock lock(mutex_);
    if (line_.size() > limit_) {
        throw QueueFull("too many measurements wait already; try again later");
    }
    line_.push_back(++last_ticket_);
    return {this, last_ticket_};
}

std::size_t RunQueue::waiting() const {
    const std::scoped_lock lock(mutex_);
    return line_.empty() ? 0 : line_.size() - 1;
}

bool RunQueue::is_first(std::uint64_t ticket) const {
    return !line_.empty() && line_.front() == ticket;
}

bool RunQueue::is_in_line(std::uint64_t ticket) const {
    return std::find(line_.begin(), line_.end(), ticket) != line_.end();
}

void RunQueue::give_up(std::uint64_t ticket) {
    const std::scoped_lock lock(mutex_);
    std::erase(line_, ticket);
    changed_.notify_all();
}

}  // namespace gilscope::runs
