// Ctrl-C and SIGTERM become a stop request that any thread can see.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

namespace gilscope::cli {

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread, and so in every thread that it starts later: make
/// it before any other. A thread of its own waits for them. A second signal ends the program at once; engines
/// notice.
class SignalWatch {
  public:
    SignalWatch();
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    /// The first signal that came, or 0.
    int received() const { return received_; }

  private:
    void wait_for_signals();

    sigset_t signals_{};
    std::stop_source source_;
    std::atomic<int> received_ = 0;
    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

}  // namespace gilscope::cli
