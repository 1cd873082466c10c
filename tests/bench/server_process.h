// A `gilscope serve` of its own for a benchmark.
#pragma once

#include <sys/types.h>

#include <string>
#include <thread>
#include <vector>

#include "system/file_descriptor.h"

namespace gilscope::laboratory {

/// Ended (SIGTERM) and waited for when it dies.
class ServerProcess {
  public:
    /// The program beside this one, on a free port, without an access log. `options` say at least where the
    /// database is. Returns when it listens; throws std::runtime_error with what it said if it doesn't.
    explicit ServerProcess(std::vector<std::string> options = {"--db", ":memory:"});
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Asks it to end (SIGTERM) and waits; the exit status, or 128 and the signal that ended it. Once.
    int stop();

    int port() const { return port_; }
    pid_t pid() const { return pid_; }
    /// A figure of /proc/PID/status, such as "VmRSS" or "VmHWM", in MiB.
    double memory_mib(const std::string& figure) const;
    /// CPU time used so far, user and system.
    double cpu_seconds() const;

  private:
    void read_port();

    pid_t pid_ = -1;
    int port_ = 0;
    system::FileDescriptor said_;
    std::thread drain_;  ///< a full pipe would block the server
};

}  // namespace gilscope::laboratory
