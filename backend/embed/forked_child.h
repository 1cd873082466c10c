// User code may fork and let the child return to us: it must not go on as if it were the engine.
#pragma once

#include <sys/types.h>

namespace gilscope::embed {

/// Made in the engine's own process, before user code is called; lives while it may return. In a fork of that
/// process its end, whether by return or by exception, quietly ends the fork.
class ForkGuard {
  public:
    ForkGuard();
    ~ForkGuard();
    ForkGuard(const ForkGuard&) = delete;
    ForkGuard& operator=(const ForkGuard&) = delete;

    /// Ends the calling process quietly if it is a fork of the one that made this guard.
    void leave_if_forked() const;

    /// The same for the time between two calls that are being measured: a load from memory, no system call.
    /// Where the kernel has no such memory it sees nothing, and leave_if_forked() does it later.
    void leave_if_wiped() const {
        if (*mark_ == 0) {
            leave_if_forked();
        }
    }

  private:
    const pid_t engine_;
    void* page_;                          ///< one that the kernel empties in a fork, or null
    const volatile unsigned char* mark_;  ///< its first byte, or one that never changes
};

}  // namespace gilscope::embed
