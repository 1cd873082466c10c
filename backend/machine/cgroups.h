// Where the control groups that ration this process's CPU time and memory are mounted. Inside this room only.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace gilscope::machine {

enum class CgroupVersion { one, two };

/// One group of the process, or an ancestor of one: a limit anywhere above counts too.
struct Cgroup {
    CgroupVersion version = CgroupVersion::two;
    std::filesystem::path folder;
};

/// Own groups and their ancestors as far up as they are mounted, in both versions (a machine can run both at
/// once).
/// `controller` is "cpu" or "memory".
std::vector<Cgroup> cgroups(std::string_view controller, const std::filesystem::path& root);

}  // namespace gilscope::machine
