#include "machine/memory_limit.h"

#include <algorithm>
#include <string>

#include "machine/cgroups.h"
#include "machine/text.h"

namespace gilscope::machine {

namespace {

/// Version 1 writes the largest number that pages can make up for "no limit", version 2 "max".
constexpr std::int64_t no_limit_from = std::int64_t{1} << 60;

struct Names {
    const char* limit;
    const char* usage;
    const char* droppable;  ///< in memory.stat
};
constexpr Names version_one{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr Names version_two{"memory.max", "memory.current", "inactive_file"};

std::int64_t droppable_bytes(const Cgroup& group, const Names& names) {
    const std::string stat = read_text(group.folder / "memory.stat").value_or("");
    const auto value = value_of(stat, names.droppable);
    return value ? to_number<std::int64_t>(*value).value_or(0) : 0;
}

std::optional<MemoryLimit> limit_of(const Cgroup& group) {
    const Names& names = group.version == CgroupVersion::one ? version_one : version_two;
    const auto limit = to_number<std::int64_t>(read_word(group.folder / names.limit));
    if (!limit || *limit >= no_limit_from) {
        return std::nullopt;
    }
    const auto usage = to_number<std::int64_t>(read_word(group.folder / names.usage)).value_or(0);
    const std::int64_t kept = std::max<std::int64_t>(0, usage - droppable_bytes(group, names));
    return MemoryLimit{*limit, std::max<std::int64_t>(0, *limit - kept)};
}

}  // namespace

std::optional<MemoryLimit> memory_limit(const std::filesystem::path& root) {
    std::optional<MemoryLimit> tightest;
    for (const Cgroup& group : cgroups("memory", root)) {
        const auto limit = limit_of(group);
        if (limit && (!tightest || limit->available_bytes < tightest->available_bytes)) {
            tightest = limit;
        }
    }
    return tightest;
}

}  // namespace gilscope::machine
