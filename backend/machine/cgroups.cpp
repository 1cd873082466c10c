#include "machine/cgroups.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "machine/text.h"

namespace gilscope::machine {

namespace {

struct Mount {
    std::string group;  ///< the group that the mount shows at its top: not "/" in most containers
    std::filesystem::path folder;
};

bool lists(std::string_view controllers, std::string_view wanted) {
    const auto names = split(controllers, ',');
    return std::find(names.begin(), names.end(), wanted) != names.end();
}

bool is_octal(std::string_view digits) {
    return digits.size() == 3 &&
           std::all_of(digits.begin(), digits.end(), [](char digit) { return digit >= '0' && digit <= '7'; });
}

/// mountinfo writes a space as \040.
std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\' && is_octal(text.substr(at + 1, 3))) {
            plain += static_cast<char>((text[at + 1] - '0') * 64 + (text[at + 2] - '0') * 8 +
                                       (text[at + 3] - '0'));
            at += 3;
        } else {
            plain += text[at];
        }
    }
    return plain;
}

std::vector<Mount> mounts_of(CgroupVersion version, std::string_view controller, std::string_view mountinfo,
                             const std::filesystem::path& root) {
    std::vector<Mount> mounts;
    for (const std::string_view line : split(mountinfo, '\n')) {
        const auto fields = words(line);
        // A number of optional fields stands between the sixth and a lone dash.
        const auto dash =
            std::find(fields.begin() + std::min<std::ptrdiff_t>(6, std::ssize(fields)), fields.end(), "-");
        if (fields.end() - dash < 4) {
            continue;
        }
        const bool wanted = version == CgroupVersion::two ? dash[1] == "cgroup2"
                                                          : dash[1] == "cgroup" && lists(dash[3], controller);
        if (wanted) {
            mounts.push_back(
                {unescaped(fields[3]), root / std::filesystem::path(unescaped(fields[4])).relative_path()});
        }
    }
    return mounts;
}

/// The process's group in that version, e.g. "/user.slice/session-2.scope".
std::optional<std::string> own_group(CgroupVersion version, std::string_view controller,
                                     std::string_view proc_self_cgroup) {
    for (const std::string_view line : split(proc_self_cgroup, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() < 3) {
            continue;
        }
        const bool wanted = version == CgroupVersion::two ? fields[0] == "0" && fields[1].empty()
                                                          : lists(fields[1], controller);
        if (wanted) {
            return std::string(
                line.substr(fields[0].size() + fields[1].size() + 2));  // its name may hold colons
        }
    }
    return std::nullopt;
}

/// `group` below the top of the mount, or nothing where the mount doesn't show it.
std::optional<std::filesystem::path> below(const Mount& mount, std::string_view group) {
    if (group.find("/..") != std::string_view::npos) {
        return std::nullopt;  // outside this cgroup namespace
    }
    const std::string_view top = mount.group == "/" ? std::string_view() : mount.group;
    if (!group.starts_with(top)) {
        return std::nullopt;
    }
    group.remove_prefix(top.size());
    if (!group.empty() && group.front() != '/') {
        return std::nullopt;
    }
    return std::filesystem::path(group).relative_path();
}

std::vector<std::filesystem::path> folder_and_ancestors(const Mount& mount,
                                                        const std::filesystem::path& group) {
    std::vector<std::filesystem::path> folders{mount.folder};
    for (const auto& step : group) {
        if (!step.empty()) {
            folders.push_back(folders.back() / step);
        }
    }
    return folders;
}

std::vector<std::filesystem::path> folders_of(CgroupVersion version, std::string_view controller,
                                              const std::filesystem::path& root) {
    const auto mountinfo = read_text(root / "proc/self/mountinfo");
    const auto membership = read_text(root / "proc/self/cgroup");
    if (!mountinfo || !membership) {
        return {};
    }
    const auto group = own_group(version, controller, *membership);
    const auto mounts = mounts_of(version, controller, *mountinfo, root);
    if (!group || mounts.empty()) {
        return {};
    }
    for (const Mount& mount : mounts) {
        if (const auto inside = below(mount, *group)) {
            return folder_and_ancestors(mount, *inside);
        }
    }
    // Containers may show a path from outside that their mount doesn't have: the mount's top is then the own
    // group.
    return folder_and_ancestors(mounts.front(), {});
}

}  // namespace

std::vector<Cgroup> cgroups(std::string_view controller, const std::filesystem::path& root) {
    std::vector<Cgroup> groups;
    for (const CgroupVersion version : {CgroupVersion::one, CgroupVersion::two}) {
        for (auto& folder : folders_of(version, controller, root)) {
            groups.push_back({version, std::move(folder)});
        }
    }
    return groups;
}

}  // namespace gilscope::machine
