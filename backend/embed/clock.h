// The clock that host and engines share.
#pragma once

#include <chrono>
#include <cstdint>

namespace gilscope::embed {

/// CLOCK_MONOTONIC (libstdc++'s steady_clock), comparable between processes of one machine.
inline std::int64_t monotonic_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace gilscope::embed
