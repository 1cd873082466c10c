// What this process itself uses, without its children.
#pragma once

#include <chrono>
#include <cstdint>

namespace gilscope::machine {

/// CPU time since its start, user and system.
std::chrono::nanoseconds own_cpu_time();

/// Bytes in memory now; 0 if /proc doesn't say.
std::int64_t own_resident_bytes();

/// Open file descriptors; 0 if /proc doesn't say.
std::int64_t own_open_files();

}  // namespace gilscope::machine
