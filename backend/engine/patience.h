// How long, and until when, a caller waits for engines.
#pragma once

#include <chrono>
#include <stop_token>

namespace gilscope::engine {

/// When to give up: checked at least every 20 ms while a cell is waited for.
struct Patience {
    std::stop_token stop;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

}  // namespace gilscope::engine
