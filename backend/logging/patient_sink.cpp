#include "logging/patient_sink.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace gilscope::logging {

namespace {

/// True if PIPE_BUF bytes can be written without waiting. The descriptor itself must stay blocking: other
/// processes have it too.
bool has_room(int fd) {
    pollfd writable{fd, POLLOUT, 0};
    return ::poll(&writable, 1, 0) > 0 && (writable.revents & POLLOUT) != 0;
}

}  // namespace

void LineQueue::add(std::string_view line) {
    const std::lock_guard lock(mutex_);
    write_some();
    if (lost_ > 0 && waiting_.empty()) {
        waiting_ = fmt::format("({} lines were lost here: nobody read them)\n", std::exchange(lost_, 0));
    }
    if (waiting_.size() + line.size() > most_bytes_) {
        ++lost_;
        return;
    }
    waiting_ += line;
    write_some();
}

void LineQueue::flush() {
    const std::lock_guard lock(mutex_);
    write_some();
}

void LineQueue::write_some() {
    std::size_t written = 0;
    while (written < waiting_.size() && has_room(fd_)) {
        const auto size = std::min<std::size_t>(waiting_.size() - written, PIPE_BUF);
        const auto count = ::write(fd_, waiting_.data() + written, size);
        if (count < 0 && errno != EINTR) {
            written = waiting_.size();  // nobody will ever read it
            break;
        }
        written += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    waiting_.erase(0, written);
}

void PatientSink::sink_it_(const spdlog::details::log_msg& message) {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    queue_->add({line.data(), line.size()});
}

}  // namespace gilscope::logging
