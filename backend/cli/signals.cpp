#include "cli/signals.h"

#include <pthread.h>
#include <unistd.h>

#include "cli/exit_status.h"

namespace gilscope::cli {
namespace {

constexpr int wake_signal = SIGUSR1;  // ends the waiting thread, nothing else

}  // namespace

SignalWatch::SignalWatch() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, wake_signal}) {
        sigaddset(&signals_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    thread_ = std::thread([this] { wait_for_signals(); });
}

SignalWatch::~SignalWatch() {
    ending_ = true;
    pthread_kill(thread_.native_handle(), wake_signal);
    thread_.join();
}

void SignalWatch::wait_for_signals() {
    for (;;) {
        int signal = 0;
        sigwait(&signals_, &signal);
        if (signal == wake_signal) {
            if (ending_) {
                return;
            }
            continue;
        }
        if (received_ != 0) {
            _exit(exit_signal + signal);
        }
        received_ = signal;
        source_.request_stop();
    }
}

}  // namespace gilscope::cli
