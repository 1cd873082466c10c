#include "embed/control.h"

#include <sys/prctl.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cerrno>
#include <thread>

namespace gilscope::embed {

void kill_own_group() {
    // The spawner has put every engine into a group that isn't the host's; were it otherwise, only this
    // process ends.
    if (getpgrp() != getpgid(getppid())) {
        kill(0, SIGKILL);
    }
    _exit(1);
}

Control::Control(int descriptor) : descriptor_(descriptor) {}

void Control::start(pid_t host) {
    std::signal(SIGTERM, [](int) { kill_own_group(); });
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != host) {  // it ended before the kernel was asked to tell us
        kill_own_group();
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
            kill_own_group();
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
            kill_own_group();  // nobody listens any more
        }
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

}  // namespace gilscope::embed
