#include "http/connection_table.h"

#include <utility>

namespace gilscope::http {

ConnectionTable::Pointer ConnectionTable::add(system::FileDescriptor socket, std::string client) {
    const std::lock_guard lock(mutex_);
    const auto id = next_id_++;
    auto connection = std::make_shared<Connection>(id, std::move(socket), std::move(client));
    auto& entry = entries_[id];
    entry.connection = connection;
    enter(id, entry, State::silent, {});
    return connection;
}

std::size_t ConnectionTable::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

void ConnectionTable::enter(std::uint64_t id, Entry& entry, State state, Clock::time_point deadline) {
    entry.state = state;
    entry.deadline = deadline;
    if (state == State::silent) {
        entry.silent_since = next_place_++;
        silent_.emplace(entry.silent_since, id);
    } else if (has_deadline(state)) {
        deadlines_.emplace(deadline, id);
    }
}

void ConnectionTable::leave(std::uint64_t id, const Entry& entry) {
    if (entry.state == State::silent) {
        silent_.erase(entry.silent_since);
    } else if (has_deadline(entry.state)) {
        deadlines_.erase({entry.deadline, id});
    }
}

ConnectionTable::Claim ConnectionTable::claim(std::uint64_t id) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(id);
    if (found == entries_.end()) {
        return {};
    }
    auto& entry = found->second;
    Claim claim{entry.connection, entry.state};
    if (entry.state == State::silent || entry.state == State::partial) {
        leave(id, entry);
        enter(id, entry, State::busy, {});
    }
    return claim;
}

bool ConnectionTable::park(Connection& connection, State state, Clock::time_point deadline) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(connection.id());
    if (found == entries_.end()) {
        return false;
    }
    enter(connection.id(), found->second, state, deadline);
    return true;
}

void ConnectionTable::remove(std::uint64_t id) {
    Pointer last;  // closes its socket after the lock is free
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(id);
    if (found != entries_.end()) {
        leave(id, found->second);
        last = std::move(found->second.connection);
        entries_.erase(found);
    }
}

ConnectionTable::Pointer ConnectionTable::evict() {
    const std::lock_guard lock(mutex_);
    if (silent_.empty() && deadlines_.empty()) {
        return nullptr;
    }
    const auto id = silent_.empty() ? deadlines_.begin()->second : silent_.begin()->second;
    leave(id, entries_.at(id));
    return entries_.extract(id).mapped().connection;
}

std::vector<ConnectionTable::Claim> ConnectionTable::take_expired(Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    std::vector<Claim> expired;
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
        const auto id = deadlines_.begin()->second;
        auto& entry = entries_.at(id);
        expired.push_back({entry.connection, entry.state});
        leave(id, entry);
        if (entry.state == State::draining) {
            entries_.erase(id);
        } else {
            enter(id, entry, State::busy, {});
        }
    }
    return expired;
}

std::optional<ConnectionTable::Clock::time_point> ConnectionTable::earliest_deadline() const {
    const std::lock_guard lock(mutex_);
    return deadlines_.empty() ? std::nullopt : std::optional(deadlines_.begin()->first);
}

std::vector<ConnectionTable::Pointer> ConnectionTable::take_all_parked() {
    const std::lock_guard lock(mutex_);
    std::vector<Pointer> parked;
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        if (entry->second.state == State::busy || entry->second.state == State::streaming) {
            ++entry;
        } else {
            leave(entry->first, entry->second);
            parked.push_back(std::move(entry->second.connection));
            entry = entries_.erase(entry);
        }
    }
    return parked;
}

std::vector<ConnectionTable::Pointer> ConnectionTable::busy() const {
    const std::lock_guard lock(mutex_);
    std::vector<Pointer> connections;
    for (const auto& [id, entry] : entries_) {
        if (entry.state == State::busy) {
            connections.push_back(entry.connection);
        }
    }
    return connections;
}

}  // namespace gilscope::http
