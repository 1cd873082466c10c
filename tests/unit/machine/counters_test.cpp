#include <doctest/doctest.h>
#include <unistd.h>

#include "machine/machine.h"
#include "made_up_tree.h"

using namespace std::chrono_literals;
using gilscope::machine::CounterReader;
using gilscope::machine::Counters;
using gilscope::machine::tests::MadeUpTree;

namespace {

std::chrono::nanoseconds ticks(int count) {
    return count * (1'000'000'000ns / ::sysconf(_SC_CLK_TCK));
}

}  // namespace

TEST_CASE("counters: guest time is counted once, idle and steal aren't busy") {
    const MadeUpTree tree;
    // user nice system idle io_wait irq softirq steal guest guest_nice
    tree.write("proc/stat", "cpu  100 20 30 9000 500 4 5 60 80 15\ncpu0 1 1 1 1 1 1 1 1 1 1\nintr 7\n");
    const Counters counters = CounterReader(tree.root()).read();
    CHECK(counters.busy == ticks(100 + 20 + 30 + 4 + 5));
    CHECK(counters.steal == ticks(60));
}

TEST_CASE("counters: old kernels have fewer columns") {
    const MadeUpTree tree;
    tree.write("proc/stat", "cpu  10 20 30 40\n");
    const Counters counters = CounterReader(tree.root()).read();
    CHECK(counters.busy == ticks(60));
    CHECK(counters.steal == 0ns);
}

TEST_CASE("counters: what is missing is absent") {
    const MadeUpTree tree;
    const Counters counters = CounterReader(tree.root()).read();
    CHECK(counters.busy == 0ns);
    CHECK_FALSE(counters.pressure.has_value());
    CHECK_FALSE(counters.throttled.has_value());
    CHECK(counters.throttled_time == 0ns);
}

TEST_CASE("counters: a pressure file that can't be read is absent") {
    const MadeUpTree tree;
    // Reading a folder fails after opening it has worked, as EOPNOTSUPP does.
    std::filesystem::create_directories(tree.root() / "proc/pressure/cpu");
    CHECK_FALSE(CounterReader(tree.root()).read().pressure.has_value());
}

TEST_CASE("counters: pressure is the total of some, in microseconds, and read anew each time") {
    const MadeUpTree tree;
    tree.write("proc/pressure/cpu",
               "some avg10=5.57 avg60=2.38 avg300=1.22 total=10211470\nfull avg10=0 total=7\n");
    CounterReader reader(tree.root());
    CHECK(reader.read().pressure == std::optional<std::chrono::nanoseconds>(10211470us));
    tree.write("proc/pressure/cpu", "some avg10=5.57 avg60=2.38 avg300=1.22 total=10211999\n");
    CHECK(reader.read().pressure == std::optional<std::chrono::nanoseconds>(10211999us));
}

TEST_CASE("counters: throttling of both versions and of ancestors is summed") {
    const MadeUpTree tree;
    tree.write("proc/self/mountinfo",
               "32 31 0:29 / /v1 rw - cgroup cgroup rw,cpu\n33 31 0:30 / /v2 rw - cgroup2 none rw\n");
    tree.write("proc/self/cgroup", "1:cpu:/a\n0::/b/c\n");
    tree.write("v1/a/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 5\n");
    tree.write("v2/cpu.stat", "usage_usec 5\n");
    tree.write("v2/b/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 40\nthrottled_usec 7\n");
    tree.write("v2/b/c/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 0\n");
    const Counters counters = CounterReader(tree.root()).read();
    CHECK(counters.throttled == std::optional<std::int64_t>(43));
    CHECK(counters.throttled_time == 5ns + 7us);
}

TEST_CASE("counters: this machine's rise") {
    CounterReader reader;
    const Counters before = reader.read();
    const Counters after = reader.read();
    CHECK(before.busy > 0ns);
    CHECK(after.busy >= before.busy);
}
