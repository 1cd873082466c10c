// The engine's end of the control channel, and its tie to the host: no engine survives it.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

namespace gilscope::embed {

/// Commands are read by a thread of its own that never has a thread state of Python's: whatever user code
/// does, the end of the channel (the host has ended, SIGKILL included) kills this process, its whole group
/// and all that it has started. Thread-safe. Lives until the process ends.
class Control {
  public:
    explicit Control(int descriptor);

    /// Starts the reading thread and asks the kernel for SIGTERM when the host's spawning thread ends.
    void start(pid_t host);

    /// Blocks until there is a command. Not to be called with an attached thread state.
    nlohmann::json next();
    void send(const nlohmann::ordered_json& event);

  private:
    void read_commands();

    const int descriptor_;
    std::mutex sending_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::string> commands_;
};

/// Kills every descendant of this process and its whole group, itself included.
[[noreturn]] void end_with_everyone();

}  // namespace gilscope::embed
