#include "embed/probe.h"

#include <sys/prctl.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "embed/clock.h"
#include "embed/thread_counters.h"
#include "engine/protocol.h"

namespace gilscope::embed {
namespace {

void sleep_until_ns(std::int64_t time_ns) {
    constexpr std::int64_t ns_per_second = 1'000'000'000;
    const timespec until{static_cast<std::time_t>(time_ns / ns_per_second),
                         static_cast<long>(time_ns % ns_per_second)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

Probe::Sample sample_of(PyThreadState* state, const ThreadCounters& counters, std::int64_t asked_for_ns) {
    Probe::Sample sample;
    sample.wake_late_ns = std::max<std::int64_t>(0, monotonic_ns() - asked_for_ns);
    const std::int64_t delay_before_ns = counters.read().run_queue_delay_ns;
    const std::int64_t begun_ns = monotonic_ns();
    PyEval_RestoreThread(state);
    const std::int64_t attached_ns = monotonic_ns();
    PyEval_SaveThread();
    const std::int64_t own_delay_ns = counters.read().run_queue_delay_ns - delay_before_ns;
    sample.lock_wait_ns = std::max<std::int64_t>(0, attached_ns - begun_ns - own_delay_ns);
    return sample;
}

}  // namespace

AllowedCpus AllowedCpus::of_this_thread() {
    AllowedCpus allowed;
    sched_getaffinity(0, sizeof allowed.cpus_, &allowed.cpus_);
    return allowed;
}

void AllowedCpus::apply() const {
    sched_setaffinity(0, sizeof cpus_, &cpus_);
}

Probe::Probe(PyInterpreterState* interpreter, std::chrono::nanoseconds interval, const AllowedCpus& cpus,
             const SharedCell& cell, std::uint32_t number)
    : interpreter_(interpreter),
      interval_(interval),
      cpus_(cpus),
      cell_(cell),
      number_(number),
      thread_([this] { live(); }) {}

Probe::~Probe() {
    stopping_ = true;
    if (thread_.joinable()) {
        thread_.join();
    }
}

std::vector<Probe::Sample> Probe::stop() {
    stopping_ = true;
    thread_.join();
    return std::move(samples_);
}

void Probe::live() {
    cpus_.apply();
    // The kernel may put off a thread's timers by 50 µs, to serve several at once: that isn't lateness.
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    PyThreadState* const state = PyThreadState_New(interpreter_);
    if (state == nullptr) {
        return;  // no memory: there is nothing to report
    }
    watch(state);
    PyEval_RestoreThread(state);
    PyThreadState_Clear(state);
    PyThreadState_DeleteCurrent();
}

void Probe::watch(PyThreadState* state) {
    const ThreadCounters counters;
    const std::int64_t interval_ns = interval_.count();
    std::int64_t next_ns = monotonic_ns() + interval_ns;
    while (!stopping_ && samples_.size() < engine::most_probe_samples) {
        sleep_until_ns(next_ns);
        if (cell_.is_running(number_)) {
            samples_.push_back(sample_of(state, counters, next_ns));
        }
        // A wait that was longer than the interval: the times that have passed are left out.
        const std::int64_t passed = std::max<std::int64_t>(0, monotonic_ns() - next_ns) / interval_ns;
        next_ns += (passed + 1) * interval_ns;
    }
}

}  // namespace gilscope::embed
