#include <doctest/doctest.h>

#include "machine/machine.h"
#include "made_up_tree.h"

using gilscope::machine::facts;
using gilscope::machine::Facts;
using gilscope::machine::tests::MadeUpTree;

TEST_CASE("facts: read from a made-up machine") {
    const MadeUpTree tree;
    tree.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Abacus 9\nflags\t\t: fpu hypervisor sse\n");
    tree.write("proc/meminfo", "MemTotal:  2048 kB\nMemFree: 5 kB\nMemAvailable:   1024 kB\n");
    tree.write("proc/loadavg", "1.25 0.37 0.17 3/100 12759\n");
    tree.write("proc/sys/kernel/osrelease", "6.1.0\n");
    tree.write("proc/sys/kernel/sched_autogroup_enabled", "1\n");
    tree.write("sys/devices/system/cpu/online", "0-2,5\n");
    tree.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    tree.write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    const Facts seen = facts(tree.root());
    CHECK(seen.cpu_model == "Abacus 9");
    CHECK(seen.online_cpus == 4);
    CHECK(seen.governor == "powersave");
    CHECK(seen.kernel == "6.1.0");
    CHECK(seen.clock_source == "tsc");
    CHECK(seen.autogroup == std::optional(true));
    CHECK(seen.timer_slack.count() > 0);
    CHECK(seen.load_1m == doctest::Approx(1.25));
    CHECK(seen.memory_total_bytes == 2048 * 1024);
    CHECK(seen.memory_available_bytes == 1024 * 1024);
    CHECK(seen.virtual_machine);
}

TEST_CASE("facts: memory is what the control groups leave") {
    struct Case {
        const char* name;
        const char* limit;
        const char* usage;
        const char* droppable;
        std::int64_t total;
        std::int64_t available;
    };
    constexpr std::int64_t machine_total = std::int64_t{8} << 20;
    constexpr std::int64_t machine_available = std::int64_t{4} << 20;
    for (const Case& each :
         {Case{"a limit", "1048576", "300000", "100000", 1048576, 848576},
          Case{"more used than the limit", "1000", "5000", "0", 1000, 0},
          Case{"no limit in version 2", "max", "300000", "0", machine_total, machine_available},
          Case{"no limit in version 1", "9223372036854771712", "5", "0", machine_total, machine_available},
          Case{"a limit above what is there", "999999999", "0", "0", machine_total, machine_available},
          Case{"unreadable", "", "", "", machine_total, machine_available}}) {
        for (const bool version_two : {true, false}) {
            CAPTURE(each.name);
            CAPTURE(version_two);
            const MadeUpTree tree;
            tree.write("proc/meminfo", "MemTotal:  8192 kB\nMemAvailable:   4096 kB\n");
            tree.write("proc/self/mountinfo", version_two
                                                  ? "34 31 0:31 / /group rw - cgroup2 cgroup rw\n"
                                                  : "34 31 0:31 / /group rw - cgroup cgroup rw,memory\n");
            tree.write("proc/self/cgroup", version_two ? "0::/app\n" : "4:memory:/app\n");
            tree.write(version_two ? "group/app/memory.max" : "group/app/memory.limit_in_bytes", each.limit);
            tree.write(version_two ? "group/app/memory.current" : "group/app/memory.usage_in_bytes",
                       each.usage);
            const std::string stat = std::string(version_two ? "inactive_file " : "total_inactive_file ");
            tree.write("group/app/memory.stat", "anon 5\n" + stat + each.droppable + "\n");
            const Facts seen = facts(tree.root());
            CHECK(seen.memory_total_bytes == each.total);
            CHECK(seen.memory_available_bytes == each.available);
        }
    }
}

TEST_CASE("facts: an empty tree is no error") {
    const MadeUpTree tree;
    const Facts seen = facts(tree.root());
    CHECK_FALSE(seen.cpu_model.empty());
    CHECK(seen.online_cpus >= 1);
    CHECK(seen.governor.empty());
    CHECK_FALSE(seen.autogroup.has_value());
    CHECK_FALSE(seen.virtual_machine);
}

TEST_CASE("facts: a virtual machine known by its firmware") {
    const MadeUpTree tree;
    tree.write("sys/class/dmi/id/sys_vendor", "QEMU\n");
    CHECK(facts(tree.root()).virtual_machine);
}

TEST_CASE("facts: as JSON, the version first and null for what is missing") {
    const MadeUpTree tree;
    const auto json = to_json(facts(tree.root()));
    CHECK(json.begin().key() == "version");
    CHECK(json["governor"].is_null());
    CHECK(json["autogroup"].is_null());
    CHECK(json["usable_cores"].get<double>() >= 1);
    CHECK(json["memory_total_mib"] == 0);
}

TEST_CASE("quietness: as JSON") {
    const auto json =
        gilscope::machine::to_json(gilscope::machine::Quietness{false, {"why"}, 0.5, 0.25, 0.125});
    CHECK(
        json.dump() ==
        R"({"quiet":false,"reasons":["why"],"others_cores":0.5,"steal_share":0.25,"pressure_share":0.125})");
}
