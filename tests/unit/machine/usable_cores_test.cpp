#include <doctest/doctest.h>

#include "machine/machine.h"
#include "made_up_tree.h"

using gilscope::machine::usable_cores;
using gilscope::machine::UsableCores;
using gilscope::machine::tests::MadeUpTree;

namespace {

const char* const version_two_mount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

void write_version_two(const MadeUpTree& tree, const std::string& group) {
    tree.write("proc/self/mountinfo",
               std::string("21 1 8:1 / / rw - ext4 /dev/sda rw\n") + version_two_mount);
    tree.write("proc/self/cgroup", "0::" + group + "\n");
}

void write_version_one(const MadeUpTree& tree, const std::string& mount_root, const std::string& group) {
    tree.write("proc/self/mountinfo",
               "32 31 0:29 " + mount_root +
                   " /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n" +
                   "33 31 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n");
    tree.write("proc/self/cgroup", "3:cpuset:/\n2:cpu,cpuacct:" + group + "\n");
}

double unlimited() {
    return static_cast<double>(usable_cores("/nowhere").cpus.size());
}

}  // namespace

TEST_CASE("usable cores: without cgroups the affinity mask counts") {
    const UsableCores usable = usable_cores("/nowhere");
    CHECK(usable.count == doctest::Approx(static_cast<double>(usable.cpus.size())));
    CHECK(usable.count >= 1);
    CHECK((usable.limited_by == "online cpus" || usable.limited_by == "affinity"));
}

TEST_CASE("usable cores: fewer CPUs in the mask than online is affinity") {
    const MadeUpTree tree;
    tree.write("sys/devices/system/cpu/online", "0-3,8-65535\n");
    CHECK(usable_cores(tree.root()).limited_by == "affinity");
}

TEST_CASE("usable cores: a version 2 quota is a decimal") {
    const MadeUpTree tree;
    write_version_two(tree, "/app");
    tree.write("sys/fs/cgroup/app/cpu.max", "75000 100000\n");
    const UsableCores usable = usable_cores(tree.root());
    CHECK(usable.count == doctest::Approx(0.75));
    CHECK(usable.limited_by == "cgroup v2 quota");
}

TEST_CASE("usable cores: max means no quota") {
    const MadeUpTree tree;
    write_version_two(tree, "/app");
    tree.write("sys/fs/cgroup/app/cpu.max", "max 100000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(unlimited()));
}

TEST_CASE("usable cores: the tightest ancestor counts") {
    const MadeUpTree tree;
    write_version_two(tree, "/slice/pod:1/app");
    tree.write("sys/fs/cgroup/slice/cpu.max", "50000 100000\n");
    tree.write("sys/fs/cgroup/slice/pod:1/cpu.max", "max 100000\n");
    tree.write("sys/fs/cgroup/slice/pod:1/app/cpu.max", "90000 100000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(0.5));
}

TEST_CASE("usable cores: never below 0.01") {
    const MadeUpTree tree;
    write_version_two(tree, "/");
    tree.write("sys/fs/cgroup/cpu.max", "1000 1000000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(0.01));
}

TEST_CASE("usable cores: a group outside the cgroup namespace stands for the top of the mount") {
    const MadeUpTree tree;
    write_version_two(tree, "/../outside");
    tree.write("sys/fs/cgroup/cpu.max", "60000 100000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(0.6));
}

TEST_CASE("usable cores: a version 1 quota") {
    const MadeUpTree tree;
    write_version_one(tree, "/", "/docker/abc");
    tree.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "25000\n");
    tree.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
    const UsableCores usable = usable_cores(tree.root());
    CHECK(usable.count == doctest::Approx(0.25));
    CHECK(usable.limited_by == "cgroup v1 quota");
}

TEST_CASE("usable cores: -1 is no version 1 quota") {
    const MadeUpTree tree;
    write_version_one(tree, "/", "/");
    tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(unlimited()));
}

TEST_CASE("usable cores: the mount may show only the container's part of the tree") {
    const MadeUpTree tree;
    write_version_one(tree, "/docker/abc", "/docker/abc/inner");
    tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "80000\n");
    tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    tree.write("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "40000\n");
    tree.write("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "50000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(0.8));
}

TEST_CASE("usable cores: a space in the mount point") {
    const MadeUpTree tree;
    tree.write("proc/self/mountinfo", "30 23 0:26 / /my\\040cgroups rw - cgroup2 none rw\n");
    tree.write("proc/self/cgroup", "0::/\n");
    tree.write("my cgroups/cpu.max", "30000 100000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(0.3));
}

TEST_CASE("usable cores: version 1 in a container with a cgroup namespace of its own") {
    const MadeUpTree tree;
    // The mount's top is named relative to the namespace: "/" here and in the list of groups.
    write_version_one(tree, "/", "/");
    tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "100000\n");
    tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    CHECK(usable_cores(tree.root()).count == doctest::Approx(1));
}

TEST_CASE("usable cores: a host with both versions, the quota in the older one") {
    const MadeUpTree tree;
    tree.write("proc/self/mountinfo",
               "32 31 0:29 /docker/abc /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n"
               "33 31 0:30 /docker/abc /sys/fs/cgroup/cpuset ro - cgroup cgroup rw,cpuset\n"
               "34 31 0:31 /docker/abc /sys/fs/cgroup/unified ro - cgroup2 cgroup rw\n");
    tree.write("proc/self/cgroup", "3:cpuset:/docker/abc\n1:cpu:/docker/abc\n0::/docker/abc\n");
    tree.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
    tree.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    const UsableCores usable = usable_cores(tree.root());
    CHECK(usable.count == doctest::Approx(1));
    CHECK(usable.limited_by == (unlimited() > 1 ? "cgroup v1 quota" : usable.limited_by));
}
