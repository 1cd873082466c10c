// Where the control groups that ration this process's CPU time are mounted. Inside this room only.
#pragma once

#include <filesystem>
#include <vector>

namespace gilscope::machine {

enum class CgroupVersion { one, two };

/// One group of the process, or an ancestor of one: a quota anywhere above counts too.
struct CpuCgroup {
    CgroupVersion version = CgroupVersion::two;
    std::filesystem::path folder;
};

/// Own groups and their ancestors as far up as they are mounted, in both versions (a machine can run both at
/// once).
std::vector<CpuCgroup> cpu_cgroups(const std::filesystem::path& root);

}  // namespace gilscope::machine
