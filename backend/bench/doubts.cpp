#include "bench/doubts.h"

#include <fmt/format.h>

#include "bench/fitness.h"
#include "bench/wording.h"
#include "text/text.h"

namespace gilscope::bench {
namespace {

/// A native spin gains at least so much from each further core, even from the second half of one that has
/// two.
constexpr double least_gain_per_core = 0.35;

std::optional<Finding> quick_look(const Case& of) {
    if (!of.report->measurements.quick_look || of.threads == nullptr || !of.threads->speedup) {
        return std::nullopt;
    }
    return Finding{"inconclusive",
                   fmt::format("A quick look, one block without an interval: threads at {} with {}",
                               with_interval(*of.threads->speedup), text::counted(of.workers, "worker")),
                   fmt::format("Ask for at least {} blocks for a verdict", min_blocks_for_interval)};
}

std::optional<Finding> disturbed(const Case& of) {
    if (!too_disturbed(*of.report, of.workers)) {
        return std::nullopt;
    }
    return Finding{
        "machine_limited",
        fmt::format("{} of {} blocks were disturbed from outside: nothing follows about the workload",
                    of.report->disturbed_blocks(of.workers),
                    of.report->disturbed_blocks(of.workers) + of.report->counted_blocks(of.workers)),
        "Stop what else runs in this container or on this machine, or measure on a machine of your own",
        false};
}

std::optional<Finding> stopped_early(const Case& of) {
    if (of.report->counted_blocks(of.workers) + of.report->disturbed_blocks(of.workers) > 0) {
        return std::nullopt;
    }
    return Finding{"inconclusive", "Stopped before the first block was complete: nothing was measured",
                   "Let it run to its end"};
}

std::optional<Finding> without_figures(const Case& of) {
    if (of.sequential != nullptr && of.threads != nullptr && of.threads->speedup) {
        return std::nullopt;
    }
    return Finding{"inconclusive",
                   fmt::format("{} has no figures, so nothing can be said about what the GIL costs",
                               of.sequential == nullptr ? "Sequential" : "The thread pool"),
                   "Measure sequential and threads together"};
}

std::optional<Finding> one_worker(const Case& of) {
    if (of.workers > 1) {
        return std::nullopt;
    }
    const double cores = of.report->measurements.usable_cores;
    if (cores < 2 && !of.report->measurements.waiting) {
        return Finding{
            "machine_limited",
            fmt::format("One worker on {:.3g} usable core{}: nothing can scale here, whatever the GIL does",
                        cores, cores == 1 ? "" : "s"),
            "Measure where at least 2 cores are usable", false};
    }
    return Finding{
        "inconclusive",
        fmt::format("One worker: nothing to scale, threads at {}", with_interval(*of.threads->speedup)),
        "Ask for 2 workers or more"};
}

std::optional<Finding> too_few_cores(const Case& of) {
    const Measurements& run = of.report->measurements;
    if (run.waiting || parallel_workers(run, of.workers) >= 2) {
        return std::nullopt;
    }
    return Finding{
        "machine_limited",
        fmt::format("{:.3g} usable cores: {} busy workers can't run at the same time, whatever the GIL does",
                    run.usable_cores, of.workers),
        "Measure where at least 2 cores are usable", false};
}

std::optional<Finding> few_blocks(const Case& of) {
    if (of.threads->speedup->has_interval()) {
        return std::nullopt;
    }
    return Finding{
        "inconclusive",
        fmt::format("Too few blocks for an interval ({}, {} are needed): threads at {} with {}",
                    of.report->counted_blocks(of.workers), min_blocks_for_interval,
                    with_interval(*of.threads->speedup), text::counted(of.workers, "worker")),
        fmt::format("Allow a larger budget, or ask for at least {} blocks", min_blocks_for_interval)};
}

std::optional<Finding> machine_without_parallelism(const Case& of) {
    const Measurements& run = of.report->measurements;
    const double least = 1 + least_gain_per_core * (parallel_workers(run, of.workers) - 1);
    if (run.waiting || !of.machine || of.machine->high.value_or(of.machine->value) >= least) {
        return std::nullopt;
    }
    return Finding{
        "machine_limited",
        fmt::format("This machine gave {} to native code that shares nothing on {} threads: nothing follows "
                    "about the workload",
                    with_interval(*of.machine), of.workers),
        "Stop the other programs, or measure on a machine of your own", false};
}

std::optional<Finding> too_small(const Case& of) {
    const InterpreterAndWorkers these{of.interpreter, of.workers};
    const CellSummary* shortest = shortest_cell(*of.report, &these);
    if (shortest == nullptr || !is_too_short(of.report->measurements, *shortest)) {
        return std::nullopt;
    }
    return Finding{
        "too_small",
        fmt::format(
            "A round lasted {:.3g} ms only, too short to tell the workload from the cost of starting it",
            shortest->time_ms->value),
        "Choose larger parameters, so that one call does more work", false};
}

}  // namespace

std::optional<Finding> doubt_about(const Case& of) {
    // The later ones read figures that the earlier ones make sure of.
    for (const auto rule : {quick_look, disturbed, stopped_early, without_figures, one_worker, too_few_cores,
                            few_blocks, machine_without_parallelism, too_small}) {
        if (std::optional<Finding> finding = rule(of)) {
            return finding;
        }
    }
    return std::nullopt;
}

}  // namespace gilscope::bench
