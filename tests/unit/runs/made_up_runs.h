// Runs without engines: what measures is a function of the test's.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/made_up.h"
#include "engine/errors.h"
#include "runs/run_service.h"

namespace gilscope::runs::made_up {

inline bench::Report report(const std::string& state = "done", int blocks = 8) {
    namespace from = bench::made_up;
    auto made = from::report_of(from::columns_of(bench::Build::gil, from::Row{}), blocks);
    made.machine = {{"cpu_model", "made up"}};
    made.started_at = "2025-01-02T03:04:05+00:00";
    made.finished_at = "2025-01-02T03:05:05+00:00";
    made.state = state;
    bench::summarize(made);
    return made;
}

inline Order order(decltype(Order::measure) measure, const std::string& name = "made up") {
    return {"compare", name, {{"workload", "primes"}}, std::move(measure)};
}

/// Done at once.
inline Order quick(const std::string& name = "quick") {
    return order([](const std::stop_token&, const ProgressListener&) { return report(); }, name);
}

/// Waits for a condition that other threads bring about; throws if it doesn't come.
inline void wait_until(const std::function<bool()>& condition) {
    const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > last) {
            throw std::runtime_error("waited in vain");
        }
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

/// Runs until it is released, or told to stop: then it is cancelled, with two blocks. Outlives its orders.
class Gate {
  public:
    Order order(const std::string& name = "gated") {
        return made_up::order(
            [this](const std::stop_token& stop, const ProgressListener& listener) {
                if (listener) {
                    listener(RunProgress{.phase = "measuring", .block = 1, .round = 1});
                }
                while (!open_ && !stop.stop_requested()) {
                    std::this_thread::sleep_for(std::chrono::microseconds(50));
                }
                return open_ ? report() : report("cancelled", 2);
            },
            name);
    }
    void open() { open_ = true; }

  private:
    std::atomic<bool> open_ = false;
};

}  // namespace gilscope::runs::made_up
