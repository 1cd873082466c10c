#include "machine/quietness.h"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using gilscope::machine::judge;
using gilscope::machine::Quietness;
using gilscope::machine::Window;

namespace {

Window quiet_window() {
    Window window;
    window.length = 1s;
    window.online_cpus = 4;
    window.usable.count = 4;
    window.before.busy = 100s;
    window.after.busy = 100s + 100ms;
    window.own_cpu = 50ms;
    window.before.pressure = 5s;
    window.after.pressure = 5s + 10ms;
    return window;
}

}  // namespace

TEST_CASE("quietness: own CPU time doesn't count") {
    Window window = quiet_window();
    window.after.busy = 100s + 900ms;
    window.own_cpu = 850ms;
    const Quietness seen = judge(window);
    CHECK(seen.quiet);
    CHECK(seen.reasons.empty());
    CHECK(seen.others_cores == doctest::Approx(0.05));
}

TEST_CASE("quietness: a neighbour is a reason with its figure") {
    Window window = quiet_window();
    window.after.busy = 101s + 50ms;
    const Quietness seen = judge(window);
    CHECK_FALSE(seen.quiet);
    REQUIRE(seen.reasons.size() == 1);
    CHECK(seen.reasons[0].find("1.00 cores") != std::string::npos);
}

TEST_CASE("quietness: steal is a share of all CPUs") {
    Window window = quiet_window();
    window.after.steal = 60ms;
    CHECK(judge(window).steal_share == doctest::Approx(0.015));
    CHECK(judge(window).quiet);
    window.after.steal = 100ms;
    CHECK_FALSE(judge(window).quiet);
}

TEST_CASE("quietness: pressure counts, and missing pressure doesn't") {
    Window window = quiet_window();
    window.after.pressure = 5s + 80ms;
    CHECK(judge(window).pressure_share == doctest::Approx(0.08));
    CHECK_FALSE(judge(window).quiet);
    window.after.pressure.reset();
    CHECK(judge(window).quiet);
}

TEST_CASE("quietness: less than one core is too little") {
    Window window = quiet_window();
    window.usable = {0.5, {0}, "cgroup v2 quota"};
    const Quietness seen = judge(window);
    REQUIRE(seen.reasons.size() == 1);
    CHECK(seen.reasons[0].find("0.50 cores are usable (cgroup v2 quota)") != std::string::npos);
}

TEST_CASE("quietness: a high load average alone is no reason") {
    Window window = quiet_window();
    window.load_1m = 7;
    CHECK(judge(window).quiet);
}

TEST_CASE("quietness: tick rounding never makes a negative figure") {
    Window window = quiet_window();
    window.own_cpu = 500ms;
    CHECK(judge(window).others_cores == doctest::Approx(0));
}

TEST_CASE("quietness: looking at this machine") {
    const Quietness seen = gilscope::machine::quietness(1ms);
    CHECK(seen.quiet == seen.reasons.empty());
    CHECK(seen.steal_share >= 0);
}
