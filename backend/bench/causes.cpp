#include "bench/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/confirmation.h"
#include "bench/delay_wording.h"
#include "bench/wording.h"

namespace gilscope::bench {
namespace {

// Each limit lies between the figures measured for its neighbours with 2 workers (CPython 3.13.15, 2 cores):
//
//                           cores used   CPU ÷ sequential   switches a round   switches a second
//   lock_bound (GIL)           1.0            1.0                ~130               ~650
//   handoff_storm (GIL)        1.4          2.5-3.2            > 10,000           > 25,000
//   application_lock (ft)      1.0            0.9                 ~20               ~110
//   object_lock_contention    1.95            2.0              85-200             425-1000
//   refcount_contention        1.9          5.7-8.5                 0                  0
constexpr double wasted_cpu = 1.4;
constexpr double storm_switches_per_second = 4000;
constexpr double lock_switches_per_second_and_worker = 50;
/// CPU ÷ sequential ÷ workers that run: 1.0 for object locks (they spin while they wait), 2.8 for counts.
constexpr double refcount_cpu_per_worker = 2.5;
constexpr double mostly_busy = 0.7;
constexpr double one_core = 1.3;
/// Run-queue delay ÷ wall of each worker, less what W > cores explains: 0.4 beside a busy neighbour.
constexpr double neighbour_delay = 0.15;
constexpr double nearly_all_cores = 0.9;
/// Time in the collector ÷ wall time, from which on it is suspected, and up to which it can't be the cause.
constexpr double collecting_share = 0.10;
constexpr double hardly_collecting = 0.01;
/// Memory without the collector ÷ with it, from which on getting it from the system may hold up threads, too.
constexpr double outgrown = 4;
/// One worker thread alone against the main thread: if it loses that much, using what another thread made
/// costs time.
constexpr int owner_costs_from_percent = 10;
constexpr double owner_costs_below = 1 - owner_costs_from_percent / 100.0;
/// sys.getswitchinterval(). With W workers that share the GIL by it, a thread waits for all of them at most:
/// 5 ms beside one, 61 ms (median) beside 16.
constexpr double switch_interval_ms = 5;
constexpr double far_above_fair = 3;

double switches_per_second(const CellSummary& cell) {
    return cell.time_ms->value > 0 ? cell.voluntary_switches / (cell.time_ms->value / 1e3) : 0;
}

bool cpu_is_wasted(const CellSummary& cell) {
    return cell.cpu_against_sequential >= wasted_cpu;
}

std::optional<Finding> busy_neighbour(const Case& of) {
    const CellSummary& threads = *of.threads;
    const double own_delay = std::max(0.0, of.workers - of.report->measurements.usable_cores) / of.workers;
    if (threads.cores_used >= nearly_all_cores * of.parallel ||
        threads.run_queue_share - own_delay <= neighbour_delay) {
        return std::nullopt;
    }
    return Finding{
        "machine_limited",
        fmt::format("{}, but the workers were ready and had to wait for a CPU {:.0f} % of the time each: "
                    "nothing follows about the workload",
                    opening(of), 100 * threads.run_queue_share),
        "Stop the other programs, or measure on a machine of your own", false};
}

/// Processes share neither GIL nor objects: where they don't gain either, the cause lies outside of Python.
std::optional<Finding> outside_the_interpreter(const Case& of) {
    if (!scales_not(of.processes, of.bands)) {
        return std::nullopt;
    }
    const std::string sentence = fmt::format("{}, and processes don't scale either: {}", opening(of),
                                             with_interval(*of.processes->speedup));
    if (cpu_is_wasted(*of.processes)) {
        return Finding{
            "machine_limited",
            fmt::format("{}; the same work takes {:.1f}x the CPU time in both, as when memory bandwidth is "
                        "what they share",
                        sentence, of.processes->cpu_against_sequential),
            "Touch less memory in each call, since more workers can't make memory faster"};
    }
    return Finding{
        "application_lock",
        fmt::format("{}; {:.1f} cores were used, so they wait for something outside Python, such as a locked "
                    "file or a server",
                    sentence, of.processes->cores_used),
        "Look for what all workers wait for, since no other mode or build can help"};
}

/// The confirming run shows what threads do without collections: the program doesn't collect by itself, and
/// what nobody freed didn't become a hold-up of its own.
bool ran_without_collections(const Case& of) {
    const CellSummary* const off = threads_under(of, Change::collector_off);
    return off != nullptr && off->collection_share <= hardly_collecting &&
           off->memory_mib <= outgrown * of.threads->memory_mib;
}

bool collector_is_acquitted(const Case& of) {
    return helps_not(of, Change::collector_off) && ran_without_collections(of);
}

/// What the run without the collector says of it; empty if there was none, or an undecided one.
std::string without_collector(const Case& of) {
    if (helps(of, Change::collector_off)) {
        return "; with it off, they gain " + with_interval(*speedup_under(of, Change::collector_off));
    }
    const CellSummary* const off = threads_under(of, Change::collector_off);
    if (off != nullptr && off->collection_share > hardly_collecting) {
        return fmt::format("; with automatic collection off it still ran {:.0f} %: the program calls it",
                           100 * off->collection_share);
    }
    return "";
}

std::optional<Finding> garbage_collection(const Case& of) {
    if (!collector_may_hold_up(of) || collector_is_acquitted(of)) {
        return std::nullopt;
    }
    return Finding{
        "gc_pauses",
        fmt::format("{}; the garbage collector ran {:.0f} % of the time and stops all threads while it "
                    "does{}",
                    opening(of), 100 * of.threads->collection_share, without_collector(of)),
        or_move(of, "Make fewer containers, or collect less often (gc.freeze, gc.set_threshold)")};
}

/// What the confirming runs say of objects that threads share; empty if there were none.
std::string whose_objects(const Case& of) {
    std::string text;
    if (helps(of, Change::private_modules)) {
        text +=
            fmt::format("; with a copy of its module for each they gain {}, so the objects are the module's",
                        with_interval(*speedup_under(of, Change::private_modules)));
    } else if (helps_not(of, Change::private_modules)) {
        text += fmt::format(
            "; with a copy of its module for each it is {}, so it isn't the module's objects alone",
            with_interval(*speedup_under(of, Change::private_modules)));
    }
    if (const auto alone = speedup_under(of, Change::one_worker)) {
        const bool slow = *alone->high < owner_costs_below;
        const std::string outcome = slow ? "is slow as well, as when the main thread made what it uses"
                                    : *alone->low > owner_costs_below
                                        ? fmt::format("loses less than {} %", owner_costs_from_percent)
                                        : "may be slow as well, or not";
        text += fmt::format("; one worker thread alone {} ({})", outcome, with_interval(*alone));
    }
    return text;
}

/// A copy for each worker is no advice where it was tried in vain.
std::string advice_on_objects(const Case& of, const char* copies) {
    return or_move(of, helps_not(of, Change::private_modules)
                           ? "Look for what else all threads use, such as the objects of other modules"
                           : copies);
}

std::optional<Finding> contention(const Case& of) {
    const CellSummary& threads = *of.threads;
    if (!cpu_is_wasted(threads) || threads.cores_used < mostly_busy * of.parallel) {
        return std::nullopt;
    }
    const bool few_switches = switches_per_second(threads) < lock_switches_per_second_and_worker * of.workers;
    const bool counts =
        few_switches || threads.cpu_against_sequential >= refcount_cpu_per_worker * of.parallel;
    const std::string figures =
        fmt::format("{}; {:.1f} cores were busy, but the same work took {:.1f}x the CPU time", opening(of),
                    threads.cores_used, threads.cpu_against_sequential);
    if (counts) {
        return Finding{
            "refcount_contention",
            fmt::format(
                "{} without waiting, as when threads fight over the reference counts of shared objects{}",
                figures, whose_objects(of)),
            advice_on_objects(of, "Give each worker its own copy of the objects that all of them read")};
    }
    return Finding{
        "object_lock_contention",
        fmt::format(
            "{} and {:.0f} waits a round, as when threads share a dict, a list or a random generator{}",
            figures, threads.voluntary_switches, whose_objects(of)),
        advice_on_objects(of, "Give each worker its own object and merge them at the end")};
}

std::optional<Finding> lock_in_free_threads(const Case& of) {
    const CellSummary& threads = *of.threads;
    if (of.build == Build::gil || threads.cores_used >= mostly_busy * of.parallel) {
        return std::nullopt;
    }
    return Finding{
        "application_lock",
        fmt::format(
            "{} without a GIL; {:.1f} cores were used and no one waited for a CPU, so the workers wait "
            "for a lock of the program{}",
            opening(of), threads.cores_used,
            collector_is_acquitted(of) ? "; without the garbage collector it is " +
                                             with_interval(*speedup_under(of, Change::collector_off))
                                       : ""),
        or_move(of,
                "Hold the lock for less of the work, or give each worker its own part of what it guards")};
}

std::optional<Finding> handoffs(const Case& of) {
    const CellSummary& threads = *of.threads;
    if (of.build == Build::ft || !cpu_is_wasted(threads) ||
        switches_per_second(threads) < storm_switches_per_second) {
        return std::nullopt;
    }
    return Finding{
        "handoff_storm",
        fmt::format("{}; the GIL changed hands some {:.0f} times a round, and the same work took {:.1f}x the "
                    "CPU time",
                    opening(of), threads.voluntary_switches, threads.cpu_against_sequential),
        or_move(of, "Give each call that releases the GIL more to do")};
}

/// Python code gives the GIL up after a switch interval if others wait for it, C code when it is done.
std::optional<Finding> long_native_call(const Case& of) {
    const CellSummary& threads = *of.threads;
    const auto& delay = threads.scheduling_delay;
    if (of.build == Build::ft || threads.cores_used > one_core || !delay || !delay->waits_for_lock ||
        !delay->lock_wait_us) {
        return std::nullopt;
    }
    const double fair_ms = switch_interval_ms * of.workers;
    if (delay->lock_wait_us->p50 / 1e3 <= far_above_fair * fair_ms) {
        return std::nullopt;
    }
    return Finding{
        "long_native_call",
        fmt::format(
            "{}; a thread that asks for the GIL {}, where Python code would have let it in after {:.0f} "
            "ms: native code keeps the GIL all the time that it runs",
            opening(of), wait_for_the_gil(threads), fair_ms),
        or_move(of, "Use native code that releases the GIL, or split its calls into shorter ones")};
}

std::optional<Finding> one_at_a_time(const Case& of) {
    const CellSummary& threads = *of.threads;
    if (of.build == Build::ft || threads.cores_used > one_core) {
        return std::nullopt;
    }
    const bool proven = free_threads_scale(of);
    const std::string wait = wait_for_the_gil(threads);
    return Finding{
        "lock_bound",
        fmt::format("{}; {:.1f} cores were used: {}{}", opening(of), threads.cores_used,
                    proven ? "the GIL lets one worker run at a time, since without it threads do scale"
                           : "the GIL or a lock in this process lets one worker run at a time",
                    wait.empty() ? "" : "; a thread that asks for the GIL " + wait),
        move_to_what_scales(of)};
}

}  // namespace

bool collector_may_hold_up(const Case& of) {
    // With a GIL a collection holds up no one who wouldn't have had to wait for the GIL anyway.
    return of.build == Build::ft && of.threads->collection_share > collecting_share &&
           !cpu_is_wasted(*of.threads);
}

std::optional<Finding> held_up_by_collector(const Case& of) {
    if (!helps(of, Change::collector_off) || busy_neighbour(of) || outside_the_interpreter(of)) {
        return std::nullopt;
    }
    return garbage_collection(of);
}

Finding cause_of_no_scaling(const Case& of) {
    // The collector comes before every lock: while it runs, waiting threads look just like those at a lock.
    for (const auto rule : {busy_neighbour, outside_the_interpreter, garbage_collection}) {
        if (std::optional<Finding> finding = rule(of)) {
            return *finding;
        }
    }
    const auto locks = of.build == Build::gil ? std::vector{handoffs, long_native_call, one_at_a_time}
                                              : std::vector{contention, lock_in_free_threads};
    for (const auto rule : locks) {
        if (std::optional<Finding> finding = rule(of)) {
            return *finding;
        }
    }
    return Finding{
        "inconclusive",
        fmt::format(
            "{}; {:.1f} cores were used and the same work took {:.1f}x the CPU time, which fits no known "
            "cause",
            opening(of), of.threads->cores_used, of.threads->cpu_against_sequential),
        or_move(of, "Profile the workload to see what the workers do")};
}

}  // namespace gilscope::bench
