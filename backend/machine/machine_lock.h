// One measurement at a time on a machine: a lock file that servers and command lines share.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "system/file_descriptor.h"

namespace gilscope::machine {

/// Holds the lock for as long as it lives. The kernel gives it back if the process dies (flock).
class MachineLock {
  public:
    /// Waits until the lock is free. `on_wait(holder)` is called once if it isn't ("gilscope run, pid 1234").
    /// Throws Stopped when `stop` is requested meanwhile.
    static MachineLock acquire(const std::stop_token& stop,
                               const std::function<void(const std::string& holder)>& on_wait,
                               const std::filesystem::path& file = default_file());
    /// A file in /tmp (mode 0666, never followed through a symbolic link), since users share a machine.
    static std::filesystem::path default_file();

    struct Stopped {};

    MachineLock(MachineLock&& other) noexcept;
    MachineLock& operator=(MachineLock&&) = delete;
    ~MachineLock();

  private:
    explicit MachineLock(system::FileDescriptor file);
    system::FileDescriptor file_;
};

}  // namespace gilscope::machine
