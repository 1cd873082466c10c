#include "storage/readers.h"

#include <utility>

#include "storage/opening.h"

namespace gilscope::storage {

Readers::Readers(Place place) : place_(std::move(place)) {
    all_.reserve(most);
    idle_.reserve(most);
}

Connection& Readers::borrow() {
    std::unique_lock lock(mutex_);
    came_back_.wait(lock, [this] { return !idle_.empty() || all_.size() < most; });
    if (idle_.empty()) {
        all_.push_back(open_for_reading(place_));
        return *all_.back();
    }
    // The one that was used last: its pages and statements are warm.
    auto& connection = *idle_.back();
    idle_.pop_back();
    return connection;
}

void Readers::give_back(Connection& connection) noexcept {
    {
        const std::scoped_lock lock(mutex_);
        idle_.push_back(&connection);
    }
    came_back_.notify_one();
}

}  // namespace gilscope::storage
