// A process that we started: what it prints, how it ends, and that it ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/spawner.h"
#include "system/file_descriptor.h"

namespace gilscope::engine {

/// "exited with status 3", "was killed by SIGSEGV (Segmentation fault)".
std::string describe_wait_status(int status);

/// What user code printed, up to a bound; the rest is counted and dropped.
class CapturedOutput {
  public:
    static constexpr std::size_t limit = std::size_t{16} * 1024;

    static constexpr int most_reads_at_once = 32;  ///< of 64 KiB each: more than any pipe holds

    /// Reads what is there without waiting, or a part of it if there is very much. False at the end of the
    /// stream.
    bool drain(int descriptor);
    /// The text, with a last line that says how much was left out.
    std::string text() const;

  private:
    std::string kept_;
    std::size_t dropped_ = 0;
};

/// One engine process, reaped when it dies. Not thread-safe.
class ChildProcess {
  public:
    /// `request`'s control and output descriptors are filled in here. Throws EngineError.
    ChildProcess(Spawner& spawner, SpawnRequest request);
    /// Kills it if it still runs (but not its group: that is the cell's), and reaps it.
    ~ChildProcess();
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;

    pid_t pid() const { return pid_; }
    int control() const { return control_.get(); }
    int standard_output() const { return output_.get(); }
    int standard_error() const { return error_.get(); }
    /// Readable once the process has ended, whoever still holds its other descriptors; -1 where the kernel
    /// can't tell.
    int ending() const { return ending_.get(); }

    /// Sends one line. A peer that has gone is noticed by the next read.
    void send(const std::string& line) const;
    /// Reads what the control channel has. False at its end, that is, when the process is gone.
    bool read_control();
    /// The next complete line, or nothing.
    std::optional<std::string> next_line();
    void drain_output();

    /// Waits up to `limit` for its end, then kills it. Reaps it: its number may be given to another process
    /// now. The wait status.
    int wait(std::chrono::milliseconds limit);
    /// Waits up to `limit` for its end, but doesn't reap it. False if it still runs.
    bool wait_for_end(std::chrono::milliseconds limit);

    std::string printed() const { return stdout_text_.text(); }
    std::string complained() const { return stderr_text_.text(); }

  private:
    pid_t pid_ = -1;
    system::FileDescriptor control_;
    system::FileDescriptor output_;
    system::FileDescriptor error_;
    system::FileDescriptor ending_;
    std::string unfinished_;
    CapturedOutput stdout_text_;
    CapturedOutput stderr_text_;
    std::optional<int> status_;
};

/// Waits up to `limit` for all of them together, but reaps none.
void wait_for_ends(std::vector<ChildProcess>& processes, std::chrono::milliseconds limit);

}  // namespace gilscope::engine
