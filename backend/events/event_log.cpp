#include "events/event_log.h"

#include <utility>

#include "events/event_text.h"

namespace gilscope::events {

std::uint64_t EventLog::publish(std::string_view name, std::string_view data) {
    const std::lock_guard lock(mutex_);
    if (finished_) {
        return last_id_;
    }
    texts_.push_back(event_text(++last_id_, name, data));
    bytes_ += texts_.back().size();
    while (bytes_ > most_bytes_ && texts_.size() > 1) {
        bytes_ -= texts_.front().size();
        texts_.pop_front();
    }
    wake_all();
    return last_id_;
}

void EventLog::finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    wake_all();
}

void EventLog::wake_all() const {
    for (const auto& wake : readers_) {
        wake();
    }
}

bool EventLog::is_finished() const {
    const std::lock_guard lock(mutex_);
    return finished_;
}

std::uint64_t EventLog::last_id() const {
    const std::lock_guard lock(mutex_);
    return last_id_;
}

bool EventLog::can_resume_after(std::uint64_t id) const {
    const std::lock_guard lock(mutex_);
    return id <= last_id_ && id + 1 >= first_id();
}

EventLog::Part EventLog::read(std::uint64_t after, std::size_t most_bytes) const {
    const std::lock_guard lock(mutex_);
    Part part;
    part.last_id = after;
    if (after > last_id_ || after + 1 < first_id()) {
        part.missed = true;
        return part;
    }
    while (part.last_id < last_id_) {
        const auto& text = texts_[part.last_id + 1 - first_id()];
        if (!part.text.empty() && part.text.size() + text.size() > most_bytes) {
            break;
        }
        part.text += text;
        ++part.last_id;
    }
    part.ended = finished_ && part.last_id == last_id_;
    return part;
}

EventLog::Subscription EventLog::subscribe(std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    return {this, readers_.insert(readers_.end(), std::move(wake))};
}

EventLog::Subscription& EventLog::Subscription::operator=(Subscription&& other) noexcept {
    if (this != &other) {
        end();
        log_ = std::exchange(other.log_, nullptr);
        place_ = other.place_;
    }
    return *this;
}

void EventLog::Subscription::end() {
    if (log_ != nullptr) {
        const std::lock_guard lock(log_->mutex_);
        log_->readers_.erase(place_);
        log_ = nullptr;
    }
}

}  // namespace gilscope::events
