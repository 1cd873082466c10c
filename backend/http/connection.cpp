#include "http/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "http/exchange.h"
#include "http/exchange_log.h"

namespace gilscope::http {

namespace {

// Room that an idle connection may keep: thousands of them are held at a time.
constexpr std::size_t kept_capacity = 4096;

constexpr std::size_t receive_size = 16384;
constexpr std::size_t drain_size = 65536;

int milliseconds_of(Connection::Clock::duration duration) {
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(duration).count();
    return static_cast<int>(std::clamp<std::int64_t>(rounded, 0, 60'000));
}

std::optional<std::size_t> send_now(int fd, std::string_view bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const auto count = ::send(fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count >= 0) {
            sent += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != EINTR) {
            return std::nullopt;
        }
    }
    return sent;
}

}  // namespace

Connection::Connection(std::uint64_t id, system::FileDescriptor socket, std::string client)
    : id_(id), socket_(std::move(socket)), client_(std::move(client)) {}

Connection::~Connection() = default;

Connection::Received Connection::receive() {
    std::array<char, receive_size> chunk;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by recv
    const auto count = ::recv(fd(), chunk.data(), chunk.size(), 0);
    if (count < 0) {
        const bool later = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        return later ? Received::nothing_yet : Received::end;
    }
    if (count == 0) {
        return Received::end;
    }
    if (buffered().empty()) {
        first_byte_at_ = Clock::now();
    }
    buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    return Received::bytes;
}

void Connection::consume(std::size_t count) {
    if (count < buffer_.size()) {
        buffer_.erase(0, count);
        // What is left came early, with the request before it; its own clock starts now.
        first_byte_at_ = Clock::now();
    } else if (buffer_.capacity() > kept_capacity) {
        std::string().swap(buffer_);
    } else {
        buffer_.clear();
    }
}

void Connection::begin_answer(const ReadingPace& pace, Clock::time_point at) {
    pace_ = pace;
    answer_size_ = 0;
    answer_begun_at_ = at;
}

Connection::Clock::time_point Connection::reading_deadline() const {
    const std::chrono::duration<double> earned(static_cast<double>(answer_size_) /
                                               static_cast<double>(pace_.bytes_per_second));
    return answer_begun_at_ + pace_.patience + std::chrono::duration_cast<Clock::duration>(earned);
}

std::optional<std::size_t> Connection::send_some(std::string_view bytes) {
    const auto hold = recording_ ? recording_->hold() : std::unique_lock<std::mutex>();
    const auto sent = send_now(fd(), bytes);
    if (sent) {
        answer_size_ += *sent;
        if (recording_) {
            recording_->add_sent(bytes.substr(0, *sent));
        }
    }
    return sent;
}

bool Connection::wait_for_input(Clock::duration limit, int wake) const {
    std::array<pollfd, 2> watched{{{fd(), POLLIN, 0}, {wake, POLLIN, 0}}};
    const int ready = ::poll(watched.data(), watched.size(), milliseconds_of(limit));
    return ready > 0 && watched[1].revents == 0;
}

void Connection::end_output() const {
    ::shutdown(fd(), SHUT_WR);
}

void Connection::break_off() const {
    ::shutdown(fd(), SHUT_RDWR);
}

bool Connection::drain(std::size_t limit) {
    std::array<char, drain_size> chunk;  // NOLINT(cppcoreguidelines-pro-type-member-init): never read
    while (drained_ < limit) {
        const auto count = ::recv(fd(), chunk.data(), chunk.size(), 0);
        if (count <= 0) {
            return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
        }
        drained_ += static_cast<std::size_t>(count);
    }
    return true;
}

std::stop_token Connection::new_hang_up_token() {
    const std::lock_guard lock(hang_up_mutex_);
    hang_up_ = std::stop_source();
    return hang_up_.get_token();
}

void Connection::hang_up() {
    // Callbacks of the token run in here and may take any lock: not while ours is held.
    std::stop_source source(std::nostopstate);
    {
        const std::lock_guard lock(hang_up_mutex_);
        source = hang_up_;
    }
    source.request_stop();
}

void Connection::forget_hang_up_token() {
    const std::lock_guard lock(hang_up_mutex_);
    hang_up_ = std::stop_source(std::nostopstate);
}

}  // namespace gilscope::http
