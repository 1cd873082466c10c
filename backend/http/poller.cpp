#include "http/poller.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

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
    }
    return event;
}

/// Rounded up, so that a deadline has really passed when the wait is over.
int milliseconds_of(std::optional<std::chrono::steady_clock::duration> timeout) {
    if (!timeout) {
        return -1;
    }
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(*timeout).count();
    return static_cast<int>(std::clamp<std::int64_t>(rounded, 0, 60'000));
}

}  // namespace

Signal::Signal() : event_(opened(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")) {}

void Signal::raise() const {
    eventfd_write(fd(), 1);
}

void Signal::clear() const {
    eventfd_t ignored = 0;
    eventfd_read(fd(), &ignored);
}

Poller::Poller() : epoll_(opened(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")) {}

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

std::span<const Poller::Event> Poller::wait(std::optional<std::chrono::steady_clock::duration> timeout) {
    std::array<epoll_event, batch> raw{};
    const int count =
        epoll_wait(epoll_.get(), raw.data(), static_cast<int>(raw.size()), milliseconds_of(timeout));
    const auto filled = static_cast<std::size_t>(std::max(count, 0));
    std::transform(raw.begin(), raw.begin() + filled, events_, [](const epoll_event& event) {
        return Event{event.data.u64, (event.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0};
    });
    return {events_, filled};
}

}  // namespace gilscope::http
