#include "machine/quietness.h"

#include <sys/resource.h>

#include <fmt/format.h>
#include <algorithm>
#include <thread>

#include "machine/figures.h"

namespace gilscope::machine {

namespace {

constexpr double most_others_cores = 0.15;
constexpr double most_steal = 0.02;
constexpr double most_pressure = 0.05;
constexpr double least_usable = 1;
/// /proc/stat counts in ticks of 10 ms: one tick in a shorter window would look like a neighbour.
constexpr nanoseconds shortest_window = std::chrono::milliseconds(300);

double ratio(nanoseconds part, nanoseconds whole) {
    return whole.count() > 0
               ? std::max(0.0, static_cast<double>(part.count()) / static_cast<double>(whole.count()))
               : 0;
}

nanoseconds to_nanoseconds(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

nanoseconds own_cpu() {
    nanoseconds sum{};
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        if (::getrusage(who, &usage) == 0) {
            sum += to_nanoseconds(usage.ru_utime) + to_nanoseconds(usage.ru_stime);
        }
    }
    return sum;
}

nanoseconds pressure_between(const Counters& before, const Counters& after) {
    return before.pressure && after.pressure ? *after.pressure - *before.pressure : nanoseconds(0);
}

std::vector<std::string> reasons(const Quietness& seen, const Window& window) {
    std::vector<std::string> reasons;
    if (seen.others_cores >= most_others_cores) {
        // The load average lags by a minute, so it never is a reason of its own.
        reasons.push_back(
            fmt::format("other programs use {:.2f} cores (less than {:.2f} is quiet; load average {:.2f})",
                        seen.others_cores, most_others_cores, window.load_1m));
    }
    if (seen.steal_share >= most_steal) {
        reasons.push_back(
            fmt::format("the hypervisor takes {:.1f} % of the CPU time (less than {:.0f} % is quiet)",
                        seen.steal_share * 100, most_steal * 100));
    }
    if (seen.pressure_share >= most_pressure) {
        reasons.push_back(
            fmt::format("programs waited for a CPU {:.1f} % of the time (less than {:.0f} % is quiet)",
                        seen.pressure_share * 100, most_pressure * 100));
    }
    if (window.usable.count < least_usable) {
        reasons.push_back(fmt::format("only {:.2f} cores are usable ({}); a measurement needs at least one",
                                      window.usable.count, window.usable.limited_by));
    }
    return reasons;
}

}  // namespace

Quietness judge(const Window& window) {
    Quietness seen;
    seen.others_cores = ratio(window.after.busy - window.before.busy - window.own_cpu, window.length);
    seen.steal_share = ratio(window.after.steal - window.before.steal, window.length * window.online_cpus);
    seen.pressure_share = ratio(pressure_between(window.before, window.after), window.length);
    seen.reasons = reasons(seen, window);
    seen.quiet = seen.reasons.empty();
    return seen;
}

Quietness quietness(nanoseconds length) {
    const std::filesystem::path root = "/";
    Window window;
    window.usable = usable_cores(root);
    window.online_cpus = online_cpus(root);
    CounterReader reader(root);
    const nanoseconds own_before = own_cpu();
    const auto start = std::chrono::steady_clock::now();
    window.before = reader.read();
    std::this_thread::sleep_for(std::max(length, shortest_window));
    window.after = reader.read();
    window.length = std::chrono::steady_clock::now() - start;
    window.own_cpu = own_cpu() - own_before;
    window.load_1m = load_average(root);
    return judge(window);
}

}  // namespace gilscope::machine
