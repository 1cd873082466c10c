#include "bench/scheduling_delay.h"

#include <algorithm>
#include <cmath>

#include "bench/block_figures.h"

namespace gilscope::bench {
namespace {

double nearest_rank(const std::vector<double>& ascending, int percent) {
    const double rank = std::ceil(static_cast<double>(ascending.size()) * percent / 100);
    return ascending[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

double microseconds(nanoseconds time) {
    return static_cast<double>(time.count()) / 1e3;
}

bool spinners_were_disturbed(const CellBlock& block, int spinners) {
    return seconds(block.observed_run_queue_delay) >
           disturbed_spinners * spinners * seconds(block.observed_wall);
}

bool gil_was_on(const Measurements& run, std::size_t cell) {
    return std::any_of(run.blocks.begin(), run.blocks.end(), [&](const Block& block) {
        if (block.disturbed || cell >= block.cells.size() || !block.cells[cell]) {
            return false;
        }
        const auto& samples = block.cells[cell]->samples;
        return std::any_of(samples.begin(), samples.end(),
                           [](const Sample& sample) { return sample.gil_enabled; });
    });
}

/// How many of the cell's workers run at the same time. Threads that share a GIL run one at a time: the delay
/// of all of them is the holder's, and would seem small as a share of everyone's time.
int spinners_of(const Cell& cell, bool gil_enabled) {
    const bool in_turn = cell.mode == Mode::threads && gil_enabled;
    return cell.mode == Mode::sequential || in_turn ? 1 : cell.workers;
}

}  // namespace

std::optional<Percentiles> percentiles_of(std::vector<double> values) {
    if (values.empty()) {
        return std::nullopt;
    }
    std::sort(values.begin(), values.end());
    return Percentiles{nearest_rank(values, 50), nearest_rank(values, 95), nearest_rank(values, 99),
                       values.back()};
}

std::optional<SchedulingDelay> scheduling_delay(const Measurements& run, std::size_t cell) {
    const Cell& of = run.cells[cell].cell;
    const bool gil_enabled = of.build == Build::gil || gil_was_on(run, cell);
    const int spinners = spinners_of(of, gil_enabled);
    SchedulingDelay delay;
    std::vector<double> wake_late_us;
    std::vector<double> lock_wait_us;
    int taken = 0;
    for (const Block& block : run.blocks) {
        if (block.disturbed || cell >= block.cells.size() || !block.cells[cell]) {
            continue;
        }
        const CellBlock& of_cell = *block.cells[cell];
        taken += static_cast<int>(of_cell.probes.size());
        if (spinners_were_disturbed(of_cell, spinners)) {
            continue;
        }
        for (const ProbeSample& sample : of_cell.probes) {
            wake_late_us.push_back(microseconds(sample.wake_late));
            lock_wait_us.push_back(microseconds(sample.lock_wait));
        }
    }
    if (taken == 0) {
        return std::nullopt;
    }
    delay.waits_for_lock = gil_enabled;
    delay.interval_ms = seconds(run.probe_interval) * 1e3;
    delay.valid = 2 * static_cast<int>(wake_late_us.size()) >= taken;
    delay.samples = delay.valid ? static_cast<int>(wake_late_us.size()) : taken;
    if (delay.valid) {
        delay.wake_late_us = percentiles_of(std::move(wake_late_us));
        delay.lock_wait_us = percentiles_of(std::move(lock_wait_us));
    }
    return delay;
}

}  // namespace gilscope::bench
