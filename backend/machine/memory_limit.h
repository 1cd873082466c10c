// How much memory the control groups of this process leave it. Inside this room only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace gilscope::machine {

struct MemoryLimit {
    std::int64_t total_bytes = 0;
    std::int64_t available_bytes =
        0;  ///< files that the kernel keeps in memory but can drop count as available
};

/// Of the group that leaves least; nothing where no group has a limit.
std::optional<MemoryLimit> memory_limit(const std::filesystem::path& root);

}  // namespace gilscope::machine
