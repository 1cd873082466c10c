// Every open connection and what it is doing: who is silent, who is in the middle of a request, whose time is
// up.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "http/connection.h"

namespace gilscope::http {

/// Thread-safe; makes no system calls under its lock. A connection that is `busy` belongs to the thread that
/// made it so, a `streaming` one to StreamTable, any other one to the table.
class ConnectionTable {
  public:
    using Clock = Connection::Clock;
    using Pointer = std::shared_ptr<Connection>;

    enum class State {
        silent,     ///< nothing of a request is there
        partial,    ///< a request has begun; it has a deadline
        busy,       ///< a worker has it
        delayed,    ///< its answer is known, and due at its deadline
        unread,     ///< its client takes no more of the answer for now, and has a deadline for it
        streaming,  ///< it only hears events: see StreamTable
        draining,   ///< answered for the last time; what still comes is dropped, until a deadline
    };

    struct Claim {
        Pointer connection;         ///< null: there is no such connection any more
        State state = State::busy;  ///< what it was doing
    };

    /// A new connection, silent.
    Pointer add(system::FileDescriptor socket, std::string client);
    std::size_t size() const;

    /// A silent, partial or unread connection is busy from now on; the others stay what they are.
    Claim claim(std::uint64_t id);
    /// The busy or streaming connection changes to `state`. False if it was removed meanwhile. A silent or
    /// streaming one has no deadline.
    bool park(Connection& connection, State state, Clock::time_point deadline = Clock::time_point::max());
    void remove(std::uint64_t id);

    /// Removes the connection that is missed least: the one that has been silent for longest, else the one
    /// whose deadline is nearest. Null if all are being answered or streaming.
    Pointer evict();
    /// Connections whose time is up: draining ones are removed, the others are busy from now on.
    std::vector<Claim> take_expired(Clock::time_point now);
    std::optional<Clock::time_point> earliest_deadline() const;

    /// Removes everything that is neither being answered nor streaming.
    std::vector<Pointer> take_all_idle();
    /// Removes those that are being answered and that nobody is busy with.
    std::vector<Pointer> take_all_unanswered();
    std::vector<Pointer> busy() const;

  private:
    using Deadlines = std::set<std::pair<Clock::time_point, std::uint64_t>>;

    struct Entry {
        Pointer connection;
        State state = State::silent;
        Clock::time_point deadline;
        std::uint64_t silent_since = 0;  ///< place in line for eviction
    };
    /// Where a connection in that state has its deadline; null if it has none.
    Deadlines* deadlines_of(State state);
    std::vector<Pointer> take_all(std::initializer_list<State> states);
    void take_expired(Deadlines& deadlines, Clock::time_point now, std::vector<Claim>& expired);
    void enter(std::uint64_t id, Entry& entry, State state, Clock::time_point deadline);
    void leave(std::uint64_t id, const Entry& entry);

    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, Entry> entries_;
    std::map<std::uint64_t, std::uint64_t> silent_;  ///< place in line -> id
    Deadlines idle_deadlines_;                       ///< of connections that can be evicted
    Deadlines answer_deadlines_;                     ///< of those that are being answered
    std::uint64_t next_id_ = first_id;
    std::uint64_t next_place_ = 0;

  public:
    static constexpr std::uint64_t first_id = 16;  ///< smaller ones are free for signals and listeners
};

}  // namespace gilscope::http
