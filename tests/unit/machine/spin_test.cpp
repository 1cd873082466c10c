#include "machine/spin.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "machine/machine.h"

using namespace std::chrono_literals;
using gilscope::machine::MachineSpin;
using gilscope::machine::Spin;

TEST_CASE("spin: takes time on one thread and on several, pinned or not") {
    const auto cpus = gilscope::machine::usable_cores().cpus;
    for (const bool pin : {true, false}) {
        const MachineSpin machine_spin(cpus, pin, 2ms);
        for (const int workers : {1, 2, 3}) {
            const Spin times = machine_spin.measure(workers);
            CHECK(times.one > 0ns);
            CHECK(times.many > 0ns);
        }
    }
}

TEST_CASE("spin: no threads is refused") {
    const MachineSpin machine_spin({}, true, 1ms);
    CHECK_THROWS_AS(machine_spin.measure(0), std::invalid_argument);
}

TEST_CASE("spin: a CPU that isn't there is named") {
    CHECK_THROWS_WITH_AS(MachineSpin({70000}, true, 1ms), doctest::Contains("CPU 70000"), std::runtime_error);
}
