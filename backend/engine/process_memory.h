// What processes occupy, from /proc.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace gilscope::engine {

struct ProcessMemory {
    std::int64_t anonymous_bytes = 0;  ///< Pss_Anon of smaps_rollup (RssAnon where the kernel lacks it)
    std::int64_t file_bytes = 0;       ///< RssFile: shared with the cell's other processes, so counted once
    std::int64_t peak_bytes = 0;       ///< VmHWM
};

/// All zero for a process that is gone.
ProcessMemory process_memory(pid_t process);

/// Resident bytes, cheaply (/proc/PID/statm); 0 for a process that is gone.
std::int64_t resident_bytes(pid_t process);

}  // namespace gilscope::engine
