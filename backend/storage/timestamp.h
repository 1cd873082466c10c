// Points in time as they are stored and shown: UTC, whole microseconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace gilscope::storage {

using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;

/// "2025-03-01T09:30:00.000001+00:00". Years 0 to 9999.
std::string to_iso8601(Timestamp time);

/// As a column holds it.
inline std::int64_t to_microseconds(Timestamp time) {
    return time.time_since_epoch().count();
}
inline Timestamp from_microseconds(std::int64_t microseconds) {
    return Timestamp(std::chrono::microseconds(microseconds));
}

}  // namespace gilscope::storage
