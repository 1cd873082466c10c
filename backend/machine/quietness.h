// The rules of quietness, apart from the looking, so that tests can make a window up. Inside this room only.
#pragma once

#include "machine/machine.h"

namespace gilscope::machine {

/// What happened on the machine between two looks at it.
struct Window {
    nanoseconds length{};
    Counters before;
    Counters after;
    nanoseconds own_cpu{};  ///< CPU time of this process and its children meanwhile
    int online_cpus = 1;
    UsableCores usable;
    double load_1m = 0;
};

Quietness judge(const Window& window);

}  // namespace gilscope::machine
