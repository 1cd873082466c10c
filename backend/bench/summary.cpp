// Fills in everything of a report that follows from its raw figures.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/block_figures.h"
#include "bench/report.h"
#include "bench/verdict.h"
#include "bench/warnings.h"

namespace gilscope::bench {
namespace {

constexpr double bytes_per_mib = 1024.0 * 1024.0;
/// Below half a core a cell isn't limited by the machine's parallelism, and a share of it would mean nothing.
constexpr double busy_cores = 0.5;

/// Median over the counted blocks of a figure that is taken once a block.
template <typename Read>
double block_median_of(const Measurements& run, std::size_t cell, Read read) {
    std::vector<double> values;
    for (const Block& block : run.blocks) {
        if (!block.disturbed && cell < block.cells.size() && block.cells[cell]) {
            values.push_back(read(*block.cells[cell]));
        }
    }
    return values.empty() ? 0 : median(values);
}

bool gil_seen_enabled(const Measurements& run, std::size_t cell) {
    for (const Block& block : run.blocks) {
        if (cell >= block.cells.size() || !block.cells[cell]) {
            continue;
        }
        const auto& samples = block.cells[cell]->samples;
        if (std::any_of(samples.begin(), samples.end(),
                        [](const Sample& sample) { return sample.gil_enabled; })) {
            return true;
        }
    }
    return false;
}

double best_round_ms(const Measurements& run, std::size_t cell) {
    double best = 0;
    for (const Block& block : run.blocks) {
        if (block.disturbed || cell >= block.cells.size() || !block.cells[cell]) {
            continue;
        }
        for (const Sample& sample : block.cells[cell]->samples) {
            const double wall = wall_seconds(sample) * 1e3;
            if (!sample.warmup && wall > 0 && (best == 0 || wall < best)) {
                best = wall;
            }
        }
    }
    return best * scale_of(run, cell);
}

/// A figure of the cell for each call of run(), so that cells with a different k can be compared.
BlockFigures per_call(const Measurements& run, std::size_t cell, const Figure& figure) {
    const double calls = static_cast<double>(std::max<std::int64_t>(1, run.cells[cell].calls_per_worker));
    const double scale = scale_of(run, cell) / calls;
    return block_medians(run, cell, [&](const Sample& sample) { return figure(sample) * scale; });
}

std::optional<Estimate> speedup_over(const Measurements& run, std::size_t baseline, std::size_t cell) {
    return estimate_present_ratio(per_call(run, baseline, wall_seconds), per_call(run, cell, wall_seconds));
}

/// Sequential against itself: 1, by definition and not by measurement.
Estimate speedup_of_sequential(const Measurements& run, std::size_t cell) {
    const std::size_t blocks = present(round_seconds(run, cell)).size();
    return blocks >= min_blocks_for_interval ? Estimate{1, 1, 1} : Estimate{1, std::nullopt, std::nullopt};
}

std::optional<std::size_t> sequential_cell_of(const Measurements& run, const std::string& interpreter,
                                              int workers) {
    for (std::size_t i = 0; i < run.cells.size(); ++i) {
        const Cell& cell = run.cells[i].cell;
        if (cell.mode == Mode::sequential && cell.interpreter == interpreter && cell.workers == workers) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<Estimate> speedup_against_gil(const Report& report, std::size_t cell) {
    const Cell& wanted = report.measurements.cells[cell].cell;
    if (wanted.build != Build::ft) {
        return std::nullopt;
    }
    const InterpreterFacts* gil = comparable_gil_interpreter(report, wanted.interpreter);
    if (gil == nullptr) {
        return std::nullopt;
    }
    const std::optional<std::size_t> baseline =
        sequential_cell_of(report.measurements, gil->id, wanted.workers);
    return baseline ? speedup_over(report.measurements, *baseline, cell) : std::nullopt;
}

void fill_times(const Report& report, std::size_t cell, CellSummary& summary) {
    const Measurements& run = report.measurements;
    summary.time_ms = estimate_present(block_medians(
        run, cell, [scale = scale_of(run, cell)](const Sample& s) { return wall_seconds(s) * 1e3 * scale; }));
    summary.best_ms = best_round_ms(run, cell);
    if (!summary.time_ms) {
        return;
    }
    if (run.cells[cell].cell.mode == Mode::sequential) {
        summary.speedup = speedup_of_sequential(run, cell);
    } else if (const std::optional<std::size_t> baseline = baseline_of(run, cell)) {
        summary.speedup = speedup_over(run, *baseline, cell);
    }
    summary.speedup_against_gil = speedup_against_gil(report, cell);
}

void fill_use(const Report& report, std::size_t cell, CellSummary& summary) {
    const Measurements& run = report.measurements;
    const double workers = run.cells[cell].cell.mode == Mode::sequential ? 1 : run.cells[cell].cell.workers;
    summary.cores_used = median_or_zero(
        block_medians(run, cell, [](const Sample& s) { return cpu_seconds(s) / wall_seconds(s); }));
    summary.run_queue_share = median_or_zero(block_medians(run, cell, [=](const Sample& s) {
        return seconds(s.run_queue_delay) / (workers * wall_seconds(s));
    }));
    summary.collection_share = median_or_zero(block_medians(
        run, cell, [](const Sample& s) { return seconds(s.collection_time) / wall_seconds(s); }));
    summary.voluntary_switches = median_or_zero(
        block_medians(run, cell, [](const Sample& s) { return static_cast<double>(s.voluntary_switches); }));
    const std::optional<std::size_t> baseline = baseline_of(run, cell);
    // The CPU time of a sleep is all overhead: its quotient would be noise.
    if (baseline && !run.waiting) {
        summary.cpu_against_sequential =
            median_quotient(per_call(run, cell, cpu_seconds), per_call(run, *baseline, cpu_seconds));
    }
    const std::optional<Estimate> machine = report.machine_parallelism_at(run.cells[cell].cell.workers);
    // Without an interval, or below one core, it is a figure of the neighbours rather than of the machine.
    const bool machine_is_known = machine && machine->has_interval() && machine->value >= 1;
    if (summary.speedup && machine_is_known && !run.waiting && summary.cores_used >= busy_cores) {
        summary.share_of_machine = summary.speedup->value / machine->value;
    }
}

void fill_costs(const Measurements& run, std::size_t cell, CellSummary& summary) {
    summary.setup_ms = block_median_of(run, cell, [](const CellBlock& b) { return seconds(b.setup) * 1e3; });
    summary.memory_mib = block_median_of(
        run, cell, [](const CellBlock& b) { return static_cast<double>(b.memory_bytes) / bytes_per_mib; });
    summary.peak_mib = block_median_of(
        run, cell, [](const CellBlock& b) { return static_cast<double>(b.peak_bytes) / bytes_per_mib; });
}

/// W threads did W shares in `many`, one thread one share in `one`.
std::vector<MachineParallelism> machine_parallelism(const Measurements& run) {
    std::map<int, std::vector<double>> values;
    for (const SpinSample& spin : run.machine_spins) {
        if (spin.one.count() > 0 && spin.many.count() > 0) {
            values[spin.workers].push_back(spin.workers * seconds(spin.one) / seconds(spin.many));
        }
    }
    std::vector<MachineParallelism> found;
    found.reserve(values.size());
    for (const auto& [workers, of_workers] : values) {
        found.push_back({workers, estimate_median(of_workers)});
    }
    return found;
}

}  // namespace

void summarize(Report& report) {
    const Measurements& run = report.measurements;
    report.machine_parallelism_by_workers = machine_parallelism(run);
    report.machine_parallelism = report.machine_parallelism_at(run.workers);
    report.cells.clear();
    report.cells.reserve(run.cells.size());
    for (std::size_t cell = 0; cell < run.cells.size(); ++cell) {
        CellSummary summary;
        summary.facts = run.cells[cell];
        summary.gil_enabled = gil_seen_enabled(run, cell);
        fill_times(report, cell, summary);
        fill_use(report, cell, summary);
        fill_costs(run, cell, summary);
        summary.scheduling_delay = scheduling_delay(run, cell);
        report.cells.push_back(std::move(summary));
    }
    auto& kept = report.warnings;
    kept.erase(std::remove_if(kept.begin(), kept.end(), is_from_figures), kept.end());
    const std::vector<Warning> found = warnings(report);
    kept.insert(kept.end(), found.begin(), found.end());
    report.verdicts = verdicts(report);
}

}  // namespace gilscope::bench
