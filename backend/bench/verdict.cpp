#include "bench/verdict.h"

#include <fmt/format.h>

#include <cmath>

#include "bench/break_even.h"
#include "bench/causes.h"
#include "bench/confirmation.h"
#include "bench/doubts.h"
#include "bench/verdict_case.h"
#include "bench/wording.h"

namespace gilscope::bench {
namespace {

/// Native code that computes without the GIL keeps more than one core busy; waiting doesn't.
constexpr double more_than_one_core = 1.3;

std::optional<Finding> gil_back_on(const Case& of) {
    const CellSummary& threads = *of.threads;
    if (of.build == Build::gil || (!threads.gil_enabled && !of.sequential->gil_enabled)) {
        return std::nullopt;
    }
    const std::string& module = threads.facts.gil_enabled_by.empty() ? of.sequential->facts.gil_enabled_by
                                                                     : threads.facts.gil_enabled_by;
    return Finding{
        "gil_reenabled",
        fmt::format("{} turned the GIL of the free-threaded build back on: threads at {} with {} workers",
                    module.empty() ? std::string("Something") : fmt::format("The import of {}", module),
                    with_interval(*threads.speedup), of.workers),
        module.empty() ? std::string("Look for an extension module without support for free threading")
                       : fmt::format("Use a release of {} that supports free threading", module)};
}

std::optional<Finding> waiting_overlaps(const Case& of) {
    const double cores = of.threads->cores_used;
    // Under a GIL, threads that scale on less than a core and a bit do so because they wait, even if not all
    // the time.
    const bool waits =
        of.report->measurements.waiting || (of.build == Build::gil && cores <= more_than_one_core);
    if (!waits || !scales(of.threads, of.bands)) {
        return std::nullopt;
    }
    return Finding{
        "io_bound",
        fmt::format(
            "Threads gain {} from {} workers on {:.2f} cores: they wait at the same time, which no GIL "
            "prevents",
            with_interval(*of.threads->speedup), of.workers, cores),
        "Keep threads (or asyncio), which wait at the lowest cost"};
}

std::optional<Finding> waiting_in_turn(const Case& of) {
    if (!of.report->measurements.waiting || !scales_not(of.threads, of.bands)) {
        return std::nullopt;
    }
    const std::string sentence =
        fmt::format("{}, although they use {:.2f} cores only: they wait one after the other", opening(of),
                    of.threads->cores_used);
    if (of.build == Build::ft) {
        return Finding{"application_lock", sentence + " at a lock of the program, or for what they wait for",
                       "Don't hold a lock while waiting"};
    }
    return Finding{"lock_bound", sentence + " at a lock, or in C code that keeps the GIL while it waits",
                   "Don't hold a lock while waiting, and look for C code that doesn't release the GIL"};
}

std::optional<Finding> threads_scale(const Case& of) {
    if (!scales(of.threads, of.bands)) {
        return std::nullopt;
    }
    const std::string sentence =
        fmt::format("Threads gain {} from {} workers on {:.1f} cores", with_interval(*of.threads->speedup),
                    of.workers, of.threads->cores_used);
    if (of.build == Build::gil) {
        return Finding{"native_parallel", sentence + ": native code releases the GIL while it computes",
                       "Keep threads, since the GIL isn't what limits this workload"};
    }
    return Finding{"scales", sentence + " without a GIL",
                   "Use threads on the free-threaded build, where they share memory"};
}

std::optional<Finding> threads_scale_not(const Case& of) {
    return scales_not(of.threads, of.bands) ? std::optional(cause_of_no_scaling(of)) : std::nullopt;
}

Finding undecided(const Case& of) {
    const Estimate& speedup = *of.threads->speedup;
    const bool between = *speedup.low > of.bands.no_scaling_up_to && *speedup.high < of.bands.scaling_from;
    if (between) {
        return {
            "inconclusive",
            fmt::format("Threads gain {} from {} workers, a part of what they could: more than {:.2f}x (no "
                        "scaling), less than "
                        "{:.2f}x (scaling)",
                        with_interval(speedup), of.workers, of.bands.no_scaling_up_to, of.bands.scaling_from),
            "Look for the part of the work that runs one worker at a time"};
    }
    return {
        "inconclusive",
        fmt::format(
            "Threads reach {} with {} workers: an interval too wide to tell no scaling (up to {:.2f}x) from "
            "scaling ({:.2f}x and more)",
            with_interval(speedup), of.workers, of.bands.no_scaling_up_to, of.bands.scaling_from),
        "Allow a larger budget, or measure on a quieter machine"};
}

/// The first rule that applies. Whatever forbids a conclusion comes before the conclusions.
Finding judge(const Case& of) {
    for (const auto rule : {doubt_about, gil_back_on, waiting_overlaps, waiting_in_turn, threads_scale,
                            threads_scale_not, held_up_by_collector}) {
        if (std::optional<Finding> finding = rule(of)) {
            return *finding;
        }
    }
    return undecided(of);
}

void add(std::vector<Evidence>& evidence, const std::string& name, double value, const char* unit) {
    if (std::isfinite(value)) {
        evidence.push_back({name, value, unit});
    }
}

/// NAME, and NAME_low and NAME_high where there is an interval.
void add_estimate(std::vector<Evidence>& evidence, const std::string& name, const Estimate& estimate,
                  const char* unit) {
    add(evidence, name, estimate.value, unit);
    if (estimate.has_interval()) {
        add(evidence, name + "_low", *estimate.low, unit);
        add(evidence, name + "_high", *estimate.high, unit);
    }
}

void add_waits(std::vector<Evidence>& evidence, const CellSummary& threads) {
    const auto& delay = threads.scheduling_delay;
    if (delay && delay->lock_wait_us && delay->wake_late_us) {
        add(evidence, delay->waits_for_lock ? "lock_wait" : "pause_wait", delay->lock_wait_us->p50 / 1e3,
            "ms");
        add(evidence, delay->waits_for_lock ? "lock_wait_p99" : "pause_wait_p99",
            delay->lock_wait_us->p99 / 1e3, "ms");
        add(evidence, "wake_late", delay->wake_late_us->p50 / 1e3, "ms");
    }
}

void add_against_gil(std::vector<Evidence>& evidence, const Case& of) {
    if (of.threads->speedup_against_gil && !of.report->measurements.waiting) {
        add_estimate(evidence, "speedup_against_gil", *of.threads->speedup_against_gil, "x");
    }
    // It follows from all numbers of workers: said once, with the most of them.
    const auto measured = against_gil(*of.report, of.interpreter);
    if (measured.size() < 2 || measured.front().workers != 1 || measured.back().workers != of.workers) {
        return;
    }
    if (const auto workers = break_even_workers(measured)) {
        add_estimate(evidence, "break_even_workers", *workers, "workers");
    }
}

void add_confirmations(std::vector<Evidence>& evidence, const Case& of) {
    for (const auto& [change, name] : {std::pair(Change::collector_off, "speedup_collector_off"),
                                       std::pair(Change::private_modules, "speedup_private_modules"),
                                       std::pair(Change::one_worker, "speedup_one_worker")}) {
        if (const auto speedup = speedup_under(of, change)) {
            add_estimate(evidence, name, *speedup, "x");
        }
    }
}

std::vector<Evidence> evidence_of(const Case& of, const CellSummary* fastest) {
    std::vector<Evidence> evidence;
    if (of.threads != nullptr && of.threads->speedup) {
        const CellSummary& threads = *of.threads;
        add_estimate(evidence, "speedup", *threads.speedup, "x");
        add(evidence, "cores_used", threads.cores_used, "cores");
        if (threads.cpu_against_sequential > 0) {
            add(evidence, "cpu_against_sequential", threads.cpu_against_sequential, "x");
        }
        add(evidence, "run_queue_share", 100 * threads.run_queue_share, "%");
        add(evidence, "voluntary_switches", threads.voluntary_switches, "");
        add(evidence, "collection_share", 100 * threads.collection_share, "%");
    }
    if (of.threads != nullptr) {
        add_waits(evidence, *of.threads);
        add_against_gil(evidence, of);
    }
    add_confirmations(evidence, of);
    if (of.machine) {
        add(evidence, "machine_parallelism", of.machine->value, "x");
    }
    if (fastest != nullptr) {
        add(evidence, "fastest_memory", fastest->memory_mib, "MiB");
        add(evidence, "fastest_setup", fastest->setup_ms, "ms");
    }
    return evidence;
}

std::string advice_with_cost(const Finding& finding, const CellSummary* fastest) {
    if (fastest == nullptr) {
        return finding.advice + ".";
    }
    return fmt::format("{}; fastest here: {}, {:.0f} ms a round for {:.0f} MiB and {:.0f} ms of set-up.",
                       finding.advice, name_of(fastest->facts.cell.mode), fastest->time_ms->value,
                       fastest->memory_mib, fastest->setup_ms);
}

Verdict verdict_on(const Case& of) {
    const Finding finding = judge(of);
    const CellSummary* fastest = finding.modes_are_ranked ? fastest_cell(of) : nullptr;
    Verdict verdict;
    verdict.interpreter = of.interpreter;
    verdict.build = of.build;
    verdict.workers = of.workers;
    verdict.kind = finding.kind;
    verdict.sentence = finding.sentence + ".";
    verdict.advice = advice_with_cost(finding, fastest);
    if (fastest != nullptr) {
        verdict.fastest = fastest->facts.cell.mode;
    }
    verdict.evidence = evidence_of(of, fastest);
    return verdict;
}

}  // namespace

std::vector<Verdict> verdicts(const Report& report) {
    std::vector<Verdict> found;
    for (const Case& next : cases_of(report)) {
        found.push_back(verdict_on(next));
    }
    return found;
}

}  // namespace gilscope::bench
