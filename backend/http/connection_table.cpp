#include "http/connection_table.h"

#include <algorithm>
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

ConnectionTable::Deadlines* ConnectionTable::deadlines_of(State state) {
    switch (state) {
        case State::partial:
        case State::draining:
            return &idle_deadlines_;
        case State::delayed:
        case State::unread:
            return &answer_deadlines_;
        case State::silent:
        case State::busy:
        case State::streaming:
            break;
    }
    return nullptr;
}

void ConnectionTable::enter(std::uint64_t id, Entry& entry, State state, Clock::time_point deadline) {
    entry.state = state;
    entry.deadline = deadline;
    if (state == State::silent) {
        entry.silent_since = next_place_++;
        silent_.emplace(entry.silent_since, id);
    } else if (auto* deadlines = deadlines_of(state)) {
        deadlines->emplace(deadline, id);
    }
}

void ConnectionTable::leave(std::uint64_t id, const Entry& entry) {
    if (entry.state == State::silent) {
        silent_.erase(entry.silent_since);
    } else if (auto* deadlines = deadlines_of(entry.state)) {
        deadlines->erase({entry.deadline, id});
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
    if (entry.state == State::silent || entry.state == State::partial || entry.state == State::unread) {
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
    if (silent_.empty() && idle_deadlines_.empty()) {
        return nullptr;
    }
    const auto id = silent_.empty() ? idle_deadlines_.begin()->second : silent_.begin()->second;
    leave(id, entries_.at(id));
    return entries_.extract(id).mapped().connection;
}

std::vector<ConnectionTable::Claim> ConnectionTable::take_expired(Clock::time_point now) {
    const std::lock_guard lock(mutex_);
    std::vector<Claim> expired;
    take_expired(answer_deadlines_, now, expired);
    take_expired(idle_deadlines_, now, expired);
    return expired;
}

void ConnectionTable::take_expired(Deadlines& deadlines, Clock::time_point now, std::vector<Claim>& expired) {
    while (!deadlines.empty() && deadlines.begin()->first <= now) {
        const auto id = deadlines.begin()->second;
        auto& entry = entries_.at(id);
        expired.push_back({entry.connection, entry.state});
        leave(id, entry);
        if (entry.state == State::draining) {
            entries_.erase(id);
        } else {
            enter(id, entry, State::busy, {});
        }
    }
}

std::optional<ConnectionTable::Clock::time_point> ConnectionTable::earliest_deadline() const {
    const std::lock_guard lock(mutex_);
    std::optional<Clock::time_point> earliest;
    for (const auto* deadlines : {&idle_deadlines_, &answer_deadlines_}) {
        if (!deadlines->empty()) {
            earliest = std::min(earliest.value_or(Clock::time_point::max()), deadlines->begin()->first);
        }
    }
    return earliest;
}

std::vector<ConnectionTable::Pointer> ConnectionTable::take_all_idle() {
    return take_all({State::silent, State::partial, State::draining});
}

std::vector<ConnectionTable::Pointer> ConnectionTable::take_all_unanswered() {
    return take_all({State::delayed, State::unread});
}

std::vector<ConnectionTable::Pointer> ConnectionTable::take_all(std::initializer_list<State> states) {
    const std::lock_guard lock(mutex_);
    std::vector<Pointer> taken;
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        if (std::find(states.begin(), states.end(), entry->second.state) == states.end()) {
            ++entry;
        } else {
            leave(entry->first, entry->second);
            taken.push_back(std::move(entry->second.connection));
            entry = entries_.erase(entry);
        }
    }
    return taken;
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
