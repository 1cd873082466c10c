#include "embed/control.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "engine/protocol.h"

namespace gilscope::embed {

namespace {

/// User code may have started processes, and they others, in sessions of their own.
std::set<pid_t> children_of(pid_t process) {
    std::set<pid_t> children;
    std::error_code error;
    for (const auto& thread :
         std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process), error)) {
        std::ifstream list(thread.path() / "children");
        for (pid_t child = 0; list >> child;) {
            children.insert(child);
        }
    }
    return children;
}

void kill_with_descendants(pid_t process) {
    const std::set<pid_t> children = children_of(process);
    kill(process, SIGKILL);
    for (const pid_t child : children) {
        kill_with_descendants(child);
    }
}

}  // namespace

void end_with_everyone() {
    for (const pid_t child : children_of(getpid())) {
        kill_with_descendants(child);
    }
    // The spawner has put every engine into a group that isn't the host's; were it otherwise, only this
    // process ends.
    if (getpgrp() != getpgid(getppid())) {
        kill(0, SIGKILL);
    }
    _exit(1);
}

Control::Control(int descriptor) : descriptor_(descriptor) {
    fcntl(descriptor_, F_SETFD, FD_CLOEXEC);  // not for programs that user code starts
}

void Control::start(pid_t host) {
    // As in any other Python: an error of the call, not the end of the process.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    // What user code starts and abandons stays below this process, where it can be found.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    // The host's end is told twice: by the channel's end, and by a signal that only ends the channel.
    // A process that user code has forked shares the channel, but ends alone, as multiprocessing expects.
    static const pid_t engine_process = getpid();
    std::signal(SIGTERM, [](int) {
        if (getpid() == engine_process) {
            shutdown(engine::control_descriptor, SHUT_RDWR);
        } else {
            std::signal(SIGTERM, SIG_DFL);
            raise(SIGTERM);
        }
    });
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != host) {  // it ended before the kernel was asked to tell us
        end_with_everyone();
    }
    std::thread([this] { read_commands(); }).detach();  // ends with the process
}

void Control::read_commands() {
    std::string unfinished;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            end_with_everyone();
        }
        unfinished.append(buffer.data(), static_cast<std::size_t>(count));
        for (std::size_t end = unfinished.find('\n'); end != std::string::npos; end = unfinished.find('\n')) {
            const std::scoped_lock lock(mutex_);
            commands_.push_back(unfinished.substr(0, end));
            unfinished.erase(0, end + 1);
            arrived_.notify_one();
        }
    }
}

nlohmann::json Control::next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !commands_.empty(); });
    const std::string line = std::move(commands_.front());
    commands_.pop_front();
    return nlohmann::json::parse(line);
}

void Control::send(const nlohmann::ordered_json& event) {
    const std::string line = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    const std::scoped_lock lock(sending_);
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t count = write(descriptor_, line.data() + sent, line.size() - sent);
        if (count < 0 && errno != EINTR) {
            end_with_everyone();  // nobody listens any more
        }
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

}  // namespace gilscope::embed
