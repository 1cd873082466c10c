// Thin owners of epoll and eventfd.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "system/file_descriptor.h"

namespace gilscope::http {

/// A flag that poll() and epoll can wait for. Thread-safe.
class Signal {
  public:
    Signal();
    void raise() const;
    void clear() const;
    int fd() const { return event_.get(); }

  private:
    system::FileDescriptor event_;
};

/// Thread-safe. Every watch fires once and is then asleep until it is set again.
class Poller {
  public:
    enum class Watch {
        nothing,
        input,    ///< bytes or the end of the connection
        hang_up,  ///< the end alone: pipelined bytes don't count
        output,   ///< room for bytes to be sent, or the end
        room,     ///< room alone: a client that has ended its own side may still read
    };

    struct Event {
        std::uint64_t id = 0;
        bool hang_up = false;  ///< the other end closed its side, or the connection is broken
    };

    Poller();
    /// Adds a descriptor that doesn't fall asleep: signals and listeners.
    void add_permanent(int fd, std::uint64_t id) const;
    /// False if the kernel refuses (out of memory, or too many watches).
    bool add(int fd, std::uint64_t id, Watch watch) const;
    /// Nothing happens for a descriptor that isn't there any more.
    void change(int fd, std::uint64_t id, Watch watch) const;
    void remove(int fd) const;

    /// Waits for the next events, at most until `deadline`, to which it keeps within some 10 µs: epoll's own
    /// limit is in milliseconds. The result is valid until the next call; one thread only.
    std::span<const Event> wait(std::optional<std::chrono::steady_clock::time_point> deadline);

  private:
    void set_timer(std::optional<std::chrono::steady_clock::time_point> deadline);

    static constexpr std::size_t batch = 256;
    system::FileDescriptor epoll_;
    system::FileDescriptor timer_;
    std::optional<std::chrono::steady_clock::time_point> timer_at_;
    Event events_[batch];
};

}  // namespace gilscope::http
