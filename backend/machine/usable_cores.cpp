#include <sched.h>
#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "machine/cgroups.h"
#include "machine/figures.h"
#include "machine/machine.h"
#include "machine/text.h"

namespace gilscope::machine {

namespace {

constexpr double least_cores = 0.01;

/// CPUs that the calling thread may run on; threads and processes that it makes inherit them.
std::vector<int> affinity() {
    std::vector<cpu_set_t> mask(1);
    // EINVAL: the kernel knows more CPUs than the mask has room for.
    while (::sched_getaffinity(0, mask.size() * sizeof(cpu_set_t), mask.data()) != 0) {
        if (errno != EINVAL || mask.size() > 1024) {
            throw std::runtime_error(
                fmt::format("cannot read this thread's CPU affinity (sched_getaffinity): {}; "
                            "a sandbox may forbid it: allow that call or run outside it",
                            std::strerror(errno)));
        }
        mask.resize(mask.size() * 2);
    }
    std::vector<int> cpus;
    const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
    for (std::size_t cpu = 0; cpu < bytes * 8; ++cpu) {
        if (CPU_ISSET_S(cpu, bytes, mask.data())) {
            cpus.push_back(static_cast<int>(cpu));
        }
    }
    return cpus;
}

std::optional<double> cores(std::optional<double> quota, std::optional<double> period) {
    if (!quota || !period || *quota <= 0 || *period <= 0) {
        return std::nullopt;  // "max" in version 2 and -1 in version 1 mean that there is no quota
    }
    return *quota / *period;
}

std::optional<double> quota(const Cgroup& group) {
    if (group.version == CgroupVersion::one) {
        return cores(to_number<double>(read_word(group.folder / "cpu.cfs_quota_us")),
                     to_number<double>(read_word(group.folder / "cpu.cfs_period_us")));
    }
    const std::string text = read_word(group.folder / "cpu.max");
    const auto parts = words(text);
    return parts.size() == 2 ? cores(to_number<double>(parts[0]), to_number<double>(parts[1])) : std::nullopt;
}

}  // namespace

int online_cpus(const std::filesystem::path& root) {
    int count = 0;
    const std::string online = read_word(root / "sys/devices/system/cpu/online");
    for (const auto range : split(online, ',')) {
        const auto ends = split(range, '-');
        const auto first = to_number<int>(ends.front());
        const auto last = to_number<int>(ends.back());
        if (first && last) {
            count += *last - *first + 1;
        }
    }
    return count > 0 ? count : std::max(1, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
}

UsableCores usable_cores(const std::filesystem::path& root) {
    UsableCores usable;
    usable.cpus = affinity();
    usable.count = static_cast<double>(usable.cpus.size());
    usable.limited_by = std::ssize(usable.cpus) < online_cpus(root) ? "affinity" : "online cpus";
    for (const Cgroup& group : cgroups("cpu", root)) {
        const auto limit = quota(group);
        if (limit && *limit < usable.count) {
            usable.count = *limit;
            usable.limited_by = group.version == CgroupVersion::one ? "cgroup v1 quota" : "cgroup v2 quota";
        }
    }
    usable.count = std::max(usable.count, least_cores);
    return usable;
}

}  // namespace gilscope::machine
