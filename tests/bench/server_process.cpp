#include "server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "engine/registry.h"

extern char** environ;

namespace gilscope::laboratory {

namespace {

std::string program() {
    return (engine::Registry::default_directory().parent_path() / "gilscope").string();
}

pid_t spawn(std::vector<std::string> arguments, int standard_error) {
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (auto& argument : arguments) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, standard_error, 2);
    pid_t pid = -1;
    const int error = posix_spawn(&pid, pointers[0], &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        throw std::runtime_error("cannot start " + arguments[0]);
    }
    return pid;
}

}  // namespace

ServerProcess::ServerProcess(std::vector<std::string> options) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("no pipe");
    }
    said_ = system::FileDescriptor(ends[0]);
    const system::FileDescriptor other_end(ends[1]);
    std::vector<std::string> arguments{program(), "serve", "--port", "0", "--log-level", "error"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    pid_ = spawn(std::move(arguments), other_end.get());
    read_port();
    drain_ = std::thread([this] {
        std::array<char, 4096> dropped;
        while (::read(said_.get(), dropped.data(), dropped.size()) > 0) {
        }
    });
}

ServerProcess::~ServerProcess() {
    if (pid_ > 0) {
        stop();
    }
    if (drain_.joinable()) {
        drain_.join();
    }
}

int ServerProcess::stop() {
    int status = 0;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void ServerProcess::read_port() {
    const std::string before_port = "http://127.0.0.1:";
    std::string said;
    std::array<char, 1024> bytes;
    while (said.find('\n') == std::string::npos) {
        const auto count = ::read(said_.get(), bytes.data(), bytes.size());
        if (count <= 0) {
            ::waitpid(pid_, nullptr, 0);
            throw std::runtime_error("the server did not start: " + said);
        }
        said.append(bytes.data(), static_cast<std::size_t>(count));
    }
    const auto found = said.find(before_port);
    const char* digits = said.data() + found + before_port.size();
    if (found == std::string::npos ||
        std::from_chars(digits, said.data() + said.size(), port_).ec != std::errc{}) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        throw std::runtime_error("the server did not say its port: " + said);
    }
}

double ServerProcess::memory_mib(const std::string& figure) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(figure + ":")) {
            return std::stod(line.substr(figure.size() + 1)) / 1024;
        }
    }
    return 0;
}

double ServerProcess::cpu_seconds() const {
    std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
    std::string line;
    std::getline(stat, line);
    // The name in brackets may hold anything; user and system time are the 12th and 13th behind it.
    std::istringstream fields(line.substr(line.rfind(')') + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i) {
        fields >> skipped;
    }
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace gilscope::laboratory
