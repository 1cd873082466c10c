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
    const int spinners = of.mode == Mode::sequential ? 1 : of.workers;
    SchedulingDelay delay;
    std::vector<double> wake_late_us;
    std::vector<double> lock_wait_us;
    int taken = 0;
    bool gil_enabled = of.build == Build::gil;
    for (const Block& block : run.blocks) {
        if (block.disturbed || cell >= block.cells.size() || !block.cells[cell]) {
            continue;
        }
        const CellBlock& of_cell = *block.cells[cell];
        taken += static_cast<int>(of_cell.probes.size());
        gil_enabled = gil_enabled || std::any_of(of_cell.samples.begin(), of_cell.samples.end(),
                                                 [](const Sample& sample) { return sample.gil_enabled; });
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
