#include "machine/crew.h"

#include <pthread.h>
#include <sched.h>

#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace gilscope::machine {

namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t step(std::uint64_t state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x9E3779B97F4A7C15U;
}

/// One chain waits for its own results; six side by side fill the core's execution units, so that two
/// hardware threads of one core don't pass for two cores.
std::uint64_t spin(std::uint64_t iterations) {
    std::uint64_t a = 1;
    std::uint64_t b = 2;
    std::uint64_t c = 3;
    std::uint64_t d = 4;
    std::uint64_t e = 5;
    std::uint64_t f = 6;
    for (std::uint64_t done = 0; done < iterations; ++done) {
        a = step(a);
        b = step(b);
        c = step(c);
        d = step(d);
        e = step(e);
        f = step(f);
    }
    return a ^ b ^ c ^ d ^ e ^ f;
}

/// A core that was idle needs a moment to reach its clock speed.
void warm_up(volatile std::uint64_t& result) {
    constexpr auto duration = std::chrono::milliseconds(10);
    const auto start = Clock::now();
    while (Clock::now() - start < duration) {
        result = spin(4096);
    }
}

/// 0 or the error number.
int pin_this_thread(int cpu) {
    std::vector<cpu_set_t> mask(static_cast<std::size_t>(cpu) / CPU_SETSIZE + 1);
    const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
    CPU_ZERO_S(bytes, mask.data());
    CPU_SET_S(static_cast<std::size_t>(cpu), bytes, mask.data());
    return ::pthread_setaffinity_np(::pthread_self(), bytes, mask.data());
}

}  // namespace

Crew::Crew(std::vector<int> pins, int size, std::uint64_t iterations)
    : pins_(std::move(pins)), seats_(static_cast<std::size_t>(size)), ready_(size), iterations_(iterations) {}

// If the caller failed before the release, the threads must still come out of their wait to be joined.
Crew::~Crew() {
    turn(Gate::abandoned);
}

std::chrono::nanoseconds Crew::run() {
    start_threads();
    ready_.wait();
    const auto start = Clock::now();
    turn(Gate::open);
    threads_.clear();  // joins
    check_pins();
    const auto last = std::max_element(seats_.begin(), seats_.end(), [](const Seat& left, const Seat& right) {
        return left.finish < right.finish;
    });
    return last->finish - start;
}

void Crew::start_threads() {
    try {
        for (std::size_t index = 0; index < seats_.size(); ++index) {
            threads_.emplace_back([this, index] { work(index); });
        }
    } catch (const std::system_error& error) {
        throw std::runtime_error(fmt::format(
            "cannot start thread {} of {} to measure machine parallelism: {}; ask for fewer workers "
            "or raise the limit of processes (ulimit -u)",
            threads_.size() + 1, seats_.size(), error.what()));
    }
}

void Crew::work(std::size_t index) {
    Seat& seat = seats_[index];
    if (!pins_.empty()) {
        seat.pin_error = pin_this_thread(pins_[index]);
    }
    warm_up(seat.result);
    ready_.count_down();
    gate_.wait(Gate::closed);
    if (gate_.load() == Gate::open) {
        seat.result = spin(iterations_);
        seat.finish = Clock::now();
    }
}

void Crew::turn(Gate gate) {
    gate_.store(gate);
    gate_.notify_all();
}

void Crew::check_pins() const {
    for (std::size_t index = 0; index < seats_.size(); ++index) {
        if (seats_[index].pin_error != 0) {
            throw std::runtime_error(fmt::format(
                "cannot pin a thread to CPU {} while measuring machine parallelism: {}; it may have "
                "been taken from this process: start again, or measure without pinning (--no-pin)",
                pins_[index], std::strerror(seats_[index].pin_error)));
        }
    }
}

}  // namespace gilscope::machine
