// User code may fork and let the child return from run(): it must not go on as if it were the engine.
#pragma once

#include <unistd.h>

namespace gilscope::embed {

/// Made in the engine's own process, before user code is called.
class ForkGuard {
  public:
    /// Ends the calling process quietly if it is a fork of the one that made this guard.
    void leave_if_forked() const {
        if (getpid() != engine_) {
            _exit(0);
        }
    }

  private:
    const pid_t engine_ = getpid();
};

}  // namespace gilscope::embed
