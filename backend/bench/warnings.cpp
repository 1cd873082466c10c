#include "bench/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "bench/fitness.h"
#include "bench/plan.h"
#include "text/text.h"

namespace gilscope::bench {
namespace {

constexpr std::array<std::string_view, 13> codes{
    "quick_look",       "few_blocks",       "disturbed",         "too_disturbed", "too_small",
    "not_pinned",       "gil_reenabled",    "scaled_sequential", "unavailable",   "wide_interval",
    "different_builds", "unsteady_machine", "throttled",
};

/// " with 8 workers": what a sweep has to add.
std::string where(const Report& report, const char* phrase, int workers) {
    return worker_counts(report.measurements).size() > 1
               ? fmt::format(" {} {}", phrase, text::counted(workers, "worker"))
               : "";
}

void warn_of_blocks(const Report& report, std::vector<Warning>& found) {
    const int counted = report.fewest_counted_blocks();
    if (report.measurements.quick_look) {
        found.push_back(
            {"quick_look", "A quick look: one block without warm-up, figures without an interval",
             fmt::format("Ask for at least {} blocks before you draw a conclusion.", min_blocks_for_interval),
             ""});
        return;
    }
    std::vector<int> too_few = worker_counts(report.measurements);
    too_few.erase(std::remove_if(
                      too_few.begin(), too_few.end(),
                      [&](int workers) { return report.counted_blocks(workers) >= min_blocks_for_interval; }),
                  too_few.end());
    if (counted < min_blocks_for_interval) {
        const bool several = worker_counts(report.measurements).size() > 1;
        found.push_back(
            {"few_blocks",
             fmt::format("{} counted{}, no interval can be given below {}", text::counted(counted, "block"),
                         several ? fmt::format(" with {} workers{}", fmt::join(too_few, ", "),
                                               too_few.size() > 1 ? ", at the fewest" : "")
                                 : "",
                         min_blocks_for_interval),
             fmt::format("Allow a larger budget, or ask for at least {} blocks.", min_blocks_for_interval),
             ""});
    }
}

void warn_of_disturbance(const Report& report, std::vector<Warning>& found) {
    const auto& blocks = report.measurements.blocks;
    const auto first = std::find_if(blocks.begin(), blocks.end(),
                                    [](const Block& block) { return block.disturbed.has_value(); });
    if (first == blocks.end()) {
        return;
    }
    const std::string count = fmt::format("{} of {} {} disturbed", report.disturbed_blocks(),
                                          text::counted(static_cast<std::int64_t>(blocks.size()), "block"),
                                          report.disturbed_blocks() == 1 ? "was" : "were");
    const std::vector<int> counts = worker_counts(report.measurements);
    const auto worst = std::find_if(counts.begin(), counts.end(),
                                    [&](int workers) { return too_disturbed(report, workers); });
    if (worst != counts.end()) {
        found.push_back({"too_disturbed",
                         fmt::format("{}, too many for a conclusion{}: {}", count,
                                     where(report, "with", *worst), *first->disturbed),
                         "Stop the other programs, or measure on a machine of your own.", ""});
    } else {
        found.push_back({"disturbed", fmt::format("{} and don't count: {}", count, *first->disturbed),
                         "Nothing to do if it stays at this; fewer other programs make a run shorter.", ""});
    }
}

/// In the rounds that count: there a quota says how many cores there are, and disturbs nothing.
void warn_of_quota(const Measurements& run, std::vector<Warning>& found) {
    constexpr double noticeable_share = 0.05;
    std::int64_t times = 0;
    double stopped = 0;
    double wall = 0;
    for (const Block& block : run.blocks) {
        for (const std::optional<CellBlock>& cell : block.cells) {
            if (block.disturbed || !cell) {
                continue;
            }
            for (const Sample& sample : cell->samples) {
                if (!sample.warmup && sample.throttled > 0) {
                    times += sample.throttled;
                    stopped += std::chrono::duration<double>(sample.throttled_time).count();
                    wall += std::chrono::duration<double>(sample.wall).count();
                }
            }
        }
    }
    if (stopped > noticeable_share * wall) {
        found.push_back(
            {"throttled",
             fmt::format("A CPU quota stopped the workers {}, for {:.2f} s in all: more than {:.3g} "
                         "usable cores' worth of work is done in turns",
                         text::counted(times, "time"), stopped, run.usable_cores),
             "Raise the quota, or ask for no more workers than there are usable cores.", ""});
    }
}

void warn_of_short_rounds(const Report& report, std::vector<Warning>& found) {
    const CellSummary* shortest = shortest_cell(report, nullptr);
    if (shortest == nullptr || !is_too_short(report.measurements, *shortest)) {
        return;
    }
    found.push_back(
        {"too_small",
         fmt::format("A round lasted {:.3g} ms only, less than the {} ms that can be measured well",
                     shortest->time_ms->value, shortest_round(report.measurements.quick_look).count()),
         "Choose larger parameters, so that one call does more work.", to_string(shortest->facts.cell)});
}

void warn_of_pinning(const Report& report, std::vector<Warning>& found) {
    const Measurements& run = report.measurements;
    // With more workers than cores nothing is pinned, by design.
    const std::vector<int> counts = worker_counts(run);
    if (!run.pinned && !counts.empty() && counts.front() <= run.usable_cores) {
        found.push_back({"not_pinned",
                         "Workers weren't pinned to a CPU each: two of them can share one for a while",
                         "Leave out --no-pin, or allow this program to set its CPU affinity.", ""});
    }
}

/// The spin does the same native work on one pinned thread each time: what varies is the machine. On shared
/// hardware neighbours slow a core down without any steal to be seen.
void warn_of_unsteady_machine(const Measurements& run, std::vector<Warning>& found) {
    constexpr double steady_within = 0.1;
    std::vector<double> times;
    for (const SpinSample& spin : run.machine_spins) {
        times.push_back(static_cast<double>(spin.one.count()));
    }
    if (times.size() < 2) {
        return;
    }
    const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
    const double range = (*slowest - *fastest) / median(times);
    if (range > steady_within) {
        found.push_back(
            {"unsteady_machine",
             fmt::format("The machine itself changed its speed: the same native work took up to {:.0f} % "
                         "longer at some times than at others",
                         100 * (*slowest / *fastest - 1)),
             "Measure on hardware of your own, with a fixed clock speed, or allow a larger budget.", ""});
    }
}

void warn_of_builds(const Report& report, std::vector<Warning>& found) {
    const auto& all = report.interpreters;
    const bool gil_there = std::any_of(
        all.begin(), all.end(), [](const InterpreterFacts& facts) { return facts.build == Build::gil; });
    for (const InterpreterFacts& facts : all) {
        if (!gil_there || facts.build != Build::ft ||
            comparable_gil_interpreter(report, facts.id) != nullptr) {
            continue;
        }
        found.push_back(
            {"different_builds",
             fmt::format("{} ({}, {}, {}) has no GIL build of the same version, compiler and optimisation "
                         "beside it: their times aren't compared with each other",
                         facts.id, facts.version, facts.compiler, facts.optimization),
             "Install both builds of one version from the same source.", ""});
    }
}

void warn_of_unavailable(const CellSummary& cell, std::vector<Warning>& found) {
    if (!cell.facts.unavailable) {
        return;
    }
    const Unavailable& why = *cell.facts.unavailable;
    found.push_back({"unavailable", fmt::format("Not measured: {}", why.reason),
                     why.module.empty()
                         ? "Use one of the other modes."
                         : fmt::format("Use one of the other modes, or a release of {} that allows this one.",
                                       why.module),
                     to_string(cell.facts.cell)});
}

void warn_of_gil(const CellSummary& cell, std::vector<Warning>& found) {
    if (cell.facts.cell.build != Build::ft || !cell.gil_enabled) {
        return;
    }
    const std::string& module = cell.facts.gil_enabled_by;
    found.push_back({"gil_reenabled",
                     module.empty() ? std::string("The GIL was on although this is the free-threaded build")
                                    : fmt::format("The import of {} turned the GIL back on", module),
                     module.empty()
                         ? std::string("Look for PYTHON_GIL=1 or -X gil=1.")
                         : fmt::format("Use a release of {} that declares support for free threading, or set "
                                       "PYTHON_GIL=0 at your own risk.",
                                       module),
                     to_string(cell.facts.cell)});
}

void warn_of_scaling(const CellSummary& cell, std::vector<Warning>& found) {
    if (cell.facts.cell.mode != Mode::sequential || cell.facts.measured_calls <= 0 || !cell.time_ms) {
        return;
    }
    found.push_back(
        {"scaled_sequential",
         fmt::format("Sequential was measured over {} calls and scaled to {}", cell.facts.measured_calls,
                     cell.facts.cell.workers * cell.facts.calls_per_worker),
         "Nothing to do as long as all calls wait equally long.", to_string(cell.facts.cell)});
}

void warn_of_width(const Measurements& run, const CellSummary& cell, std::vector<Warning>& found) {
    if (!cell.speedup || !cell.speedup->has_interval() ||
        is_settled(*cell.speedup, parallel_workers(run, cell.facts.cell.workers))) {
        return;
    }
    found.push_back({"wide_interval",
                     fmt::format("The speedup is known to ±{:.1f} % only: {:.2f}x [{:.2f}-{:.2f}]",
                                 100 * cell.speedup->relative_half_width(), cell.speedup->value,
                                 *cell.speedup->low, *cell.speedup->high),
                     "Allow a larger budget, or measure on a quieter machine.", to_string(cell.facts.cell)});
}

/// A sweep finds the same with many numbers of workers: one warning for each cell but for its W, naming the
/// others.
std::vector<Warning> merged(const std::vector<Warning>& found, const Report& report) {
    std::vector<Warning> kept;
    std::vector<std::vector<int>> others;
    std::map<std::tuple<std::string, std::string, Mode>, std::size_t> first;
    for (const CellSummary& cell : report.cells) {
        for (const Warning& warning : found) {
            if (warning.cell != to_string(cell.facts.cell)) {
                continue;
            }
            const auto [place, is_new] = first.insert(
                {{warning.code, cell.facts.cell.interpreter, cell.facts.cell.mode}, kept.size()});
            if (is_new) {
                kept.push_back(warning);
                others.emplace_back();
            } else {
                others[place->second].push_back(cell.facts.cell.workers);
            }
        }
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!others[i].empty()) {
            kept[i].message += fmt::format("; likewise with {} workers", fmt::join(others[i], ", "));
        }
    }
    return kept;
}

}  // namespace

bool is_from_figures(const Warning& warning) {
    return std::find(codes.begin(), codes.end(), warning.code) != codes.end();
}

std::vector<Warning> warnings(const Report& report) {
    std::vector<Warning> found;
    warn_of_blocks(report, found);
    warn_of_disturbance(report, found);
    warn_of_quota(report.measurements, found);
    warn_of_short_rounds(report, found);
    warn_of_pinning(report, found);
    warn_of_unsteady_machine(report.measurements, found);
    warn_of_builds(report, found);
    std::vector<Warning> of_cells;
    for (const CellSummary& cell : report.cells) {
        warn_of_unavailable(cell, of_cells);
        warn_of_gil(cell, of_cells);
        warn_of_scaling(cell, of_cells);
        warn_of_width(report.measurements, cell, of_cells);
    }
    of_cells = merged(of_cells, report);
    found.insert(found.end(), of_cells.begin(), of_cells.end());
    return found;
}

}  // namespace gilscope::bench
