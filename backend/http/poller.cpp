#include "http/poller.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace gilscope::http {

namespace {

system::FileDescriptor opened(int fd, const char* what) {
    if (fd < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return system::FileDescriptor(fd);
}

epoll_event event_for(std::uint64_t id, Poller::Watch watch) {
    epoll_event event{};
    event.data.u64 = id;
    event.events = EPOLLONESHOT;
    if (watch == Poller::Watch::input) {
        event.events |= EPOLLIN | EPOLLRDHUP;
    } else if (watch == Poller::Watch::hang_up) {
        event.events |= EPOLLRDHUP;
    } else if (watch == Poller::Watch::output) {
        event.events |= EPOLLOUT | EPOLLRDHUP;
    } else if (watch == Poller::Watch::room) {
        event.events |= EPOLLOUT;
    }
    return event;
}

// No connection has this id: see ConnectionTable.
constexpr std::uint64_t timer_id = 0;

}  // namespace

Signal::Signal() : event_(opened(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")) {}

void Signal::raise() const {
    eventfd_write(fd(), 1);
}

void Signal::clear() const {
    eventfd_t ignored = 0;
    eventfd_read(fd(), &ignored);
}

Poller::Poller()
    : epoll_(opened(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      timer_(opened(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), "timerfd_create")) {
    add_permanent(timer_.get(), timer_id);
}

void Poller::add_permanent(int fd, std::uint64_t id) const {
    epoll_event event{};
    event.data.u64 = id;
    event.events = EPOLLIN;
    if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
        throw std::system_error(errno, std::generic_category(), "epoll_ctl");
    }
}

bool Poller::add(int fd, std::uint64_t id, Watch watch) const {
    auto event = event_for(id, watch);
    return epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) == 0;
}

void Poller::change(int fd, std::uint64_t id, Watch watch) const {
    auto event = event_for(id, watch);
    epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event);
}

void Poller::remove(int fd) const {
    epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

/// Until it is set anew, a timer that has run out stays readable.
void Poller::set_timer(std::optional<std::chrono::steady_clock::time_point> deadline) {
    if (deadline == timer_at_) {
        return;
    }
    timer_at_ = deadline;
    itimerspec when{};  // all zero: never
    if (deadline) {
        // steady_clock is CLOCK_MONOTONIC. Not zero, though it be long past.
        const auto since_start =
            std::chrono::duration_cast<std::chrono::nanoseconds>(deadline->time_since_epoch()).count();
        const auto at = std::max<std::int64_t>(since_start, 1);
        when.it_value = {static_cast<time_t>(at / 1'000'000'000), static_cast<long>(at % 1'000'000'000)};
    }
    timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

std::span<const Poller::Event> Poller::wait(std::optional<std::chrono::steady_clock::time_point> deadline) {
    set_timer(deadline);
    std::array<epoll_event, batch> raw{};
    const int count = epoll_wait(epoll_.get(), raw.data(), static_cast<int>(raw.size()), -1);
    std::size_t filled = 0;
    for (int i = 0; i < count; ++i) {
        const auto& event = raw[static_cast<std::size_t>(i)];
        if (event.data.u64 != timer_id) {
            events_[filled++] = {event.data.u64, (event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0};
        }
    }
    return {events_, filled};
}

}  // namespace gilscope::http
