// Starts processes, all from one permanent thread: an engine asks the kernel to be told when its parent
// *thread* ends (PR_SET_PDEATHSIG), so a short-lived one would take its engines with it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "system/file_descriptor.h"

namespace gilscope::engine {

/// What a child gets. Everything else is closed; standard input is /dev/null.
struct SpawnRequest {
    std::filesystem::path program;
    std::vector<std::string> arguments;    ///< without the program's name
    std::vector<std::string> environment;  ///< "NAME=value"; replaces the parent's
    int control = -1;                      ///< becomes descriptor 3; borrowed
    int shared_memory = -1;                ///< becomes descriptor 4; borrowed; -1: none
    int standard_output = -1;              ///< borrowed
    int standard_error = -1;               ///< borrowed
    pid_t group = 0;                       ///< process group to join; 0: a new one of its own
};

/// Thread-safe. Lives as long as the program; engines die when it does.
class Spawner {
  public:
    Spawner();
    ~Spawner();
    Spawner(const Spawner&) = delete;
    Spawner& operator=(const Spawner&) = delete;

    /// The new process's id. Throws EngineError naming the program if it can't be started.
    pid_t spawn(const SpawnRequest& request);

    /// Engines that live now, or have ended and wait to be reaped. Waits while an engine is being started.
    std::size_t engine_count();

    /// Kills and reaps what user code has left behind: processes that it made, wherever they have moved to,
    /// become this program's children when their engine ends (PR_SET_CHILD_SUBREAPER). Engines are left
    /// alone.
    void end_strays();

  private:
    void on_own_thread(std::packaged_task<pid_t()> task);

    struct Queue;
    std::unique_ptr<Queue> queue_;
    std::thread thread_;
};

}  // namespace gilscope::engine
