#include "engine/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "engine/errors.h"
#include "engine/protocol.h"

namespace gilscope::engine {
namespace {

using FilePair = std::pair<system::FileDescriptor, system::FileDescriptor>;

FilePair make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw EngineError(std::string("no pipe for an engine's output: ") + std::strerror(errno));
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return {system::FileDescriptor(ends[0]), system::FileDescriptor(ends[1])};
}

FilePair make_channel() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw EngineError(std::string("no control channel for an engine: ") + std::strerror(errno));
    }
    return {system::FileDescriptor(ends[0]), system::FileDescriptor(ends[1])};
}

}  // namespace

std::string describe_wait_status(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        const char* const name = sigabbrev_np(signal);
        return fmt::format("was killed by SIG{} ({})", name != nullptr ? name : "?", strsignal(signal));
    }
    return fmt::format("exited with status {}", WEXITSTATUS(status));
}

bool CapturedOutput::drain(int descriptor) {
    std::array<char, 65536> buffer{};
    // Bounded: whoever prints as fast as this reads must not keep the host from looking at its clock.
    for (int reads = 0; reads < most_reads_at_once; ++reads) {
        const ssize_t count = read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count < 0;
        }
        const auto size = static_cast<std::size_t>(count);
        const std::size_t room = std::min(size, limit - kept_.size());
        kept_.append(buffer.data(), room);
        dropped_ += size - room;
    }
    return true;
}

std::string CapturedOutput::text() const {
    return dropped_ == 0 ? kept_ : kept_ + fmt::format("\n[{} more bytes left out]\n", dropped_);
}

ChildProcess::ChildProcess(Spawner& spawner, SpawnRequest request) {
    auto [control, engine_control] = make_channel();
    auto [output, engine_output] = make_pipe();
    auto [error, engine_error] = make_pipe();
    request.control = engine_control.get();
    request.standard_output = engine_output.get();
    request.standard_error = engine_error.get();
    pid_ = spawner.spawn(request);
    ending_ =
        system::FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));  // CLOEXEC by itself
    control_ = std::move(control);
    output_ = std::move(output);
    error_ = std::move(error);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      control_(std::move(other.control_)),
      output_(std::move(other.output_)),
      error_(std::move(other.error_)),
      ending_(std::move(other.ending_)),
      unfinished_(std::move(other.unfinished_)),
      stdout_text_(std::move(other.stdout_text_)),
      stderr_text_(std::move(other.stderr_text_)),
      status_(other.status_) {}

ChildProcess::~ChildProcess() {
    if (pid_ > 0) {
        wait(std::chrono::milliseconds(0));
    }
}

void ChildProcess::send(const std::string& line) const {
    const std::string message = line + "\n";
    for (std::size_t sent = 0; sent < message.size();) {
        const ssize_t count =
            ::send(control_.get(), message.data() + sent, message.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) {
            return;
        }
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

bool ChildProcess::read_control() {
    std::array<char, 16384> buffer{};
    const ssize_t count = recv(control_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    unfinished_.append(buffer.data(), static_cast<std::size_t>(count));
    if (unfinished_.size() > max_message_bytes) {
        throw EngineError("an engine sent a message that is too long");
    }
    return count > 0;
}

std::optional<std::string> ChildProcess::next_line() {
    const std::size_t end = unfinished_.find('\n');
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::string line = unfinished_.substr(0, end);
    unfinished_.erase(0, end + 1);
    return line;
}

void ChildProcess::drain_output() {
    if (output_.is_open() && !stdout_text_.drain(output_.get())) {
        output_.close();
    }
    if (error_.is_open() && !stderr_text_.drain(error_.get())) {
        error_.close();
    }
}

bool ChildProcess::wait_for_end(std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    for (;;) {
        siginfo_t info{};
        if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG) != 0 ||
            info.si_pid == pid_) {
            return true;
        }
        if (std::chrono::steady_clock::now() >= deadline) {
            return false;
        }
        drain_output();  // a full pipe would keep it from ending
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void wait_for_ends(std::vector<ChildProcess>& processes, std::chrono::milliseconds limit) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + limit;
    for (ChildProcess& process : processes) {
        process.wait_for_end(std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()));
    }
}

int ChildProcess::wait(std::chrono::milliseconds limit) {
    if (status_) {
        return *status_;
    }
    if (!wait_for_end(limit)) {
        kill(pid_, SIGKILL);
    }
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    drain_output();
    status_ = status;
    pid_ = -1;
    return status;
}

}  // namespace gilscope::engine
