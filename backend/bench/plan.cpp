#include "bench/plan.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gilscope::bench {
namespace {

/// Calls get faster after calibration (caches, clock speed): without a margin a round would end just too
/// early.
constexpr std::int64_t round_percent = 110;
constexpr std::int64_t waiting_sequential_calls = 4;
constexpr double narrow_enough = 0.03;

constexpr std::chrono::milliseconds short_round{1000};
constexpr std::chrono::milliseconds middling_round{2000};

/// The share of the work that can't run in parallel in a workload that reaches 1.25x on 2 workers.
constexpr double serial_share_without_scaling = 0.6;
/// The share of each further worker that must turn into speedup: 1.6x on 2.
constexpr double gain_per_worker_when_scaling = 0.6;

/// Too many blocks were thrown away: more than a long run may lose by chance.
bool gives_up(const Budget& budget, const Progress& progress) {
    return progress.disturbed_blocks >= std::max(budget.max_disturbed, progress.counted_blocks);
}

Next next_of_fixed_length(const Budget& budget, const Progress& progress) {
    if (progress.counted_blocks >= *budget.blocks) {
        return progress.converged && progress.counted_blocks >= min_blocks_for_interval ? Next::converged
                                                                                        : Next::budget_used;
    }
    return gives_up(budget, progress) ? Next::too_disturbed : Next::another_block;
}

bool time_is_up(const Budget& budget, const Progress& progress) {
    const std::chrono::nanoseconds after_another = progress.elapsed + progress.longest_block;
    if (budget.time) {
        return after_another > *budget.time;
    }
    return progress.counted_blocks >= min_blocks_for_interval && after_another > budget.soft_time;
}

}  // namespace

std::int64_t calls_per_round(std::chrono::nanoseconds fastest_cell, std::chrono::milliseconds shortest) {
    if (fastest_cell.count() <= 0) {
        return max_calls_per_round;
    }
    const std::int64_t wanted = std::chrono::nanoseconds(shortest).count() / 100 * round_percent;
    const std::int64_t calls = (wanted + fastest_cell.count() - 1) / fastest_cell.count();
    return std::clamp<std::int64_t>(calls, 1, max_calls_per_round);
}

std::chrono::nanoseconds fastest_cell(std::chrono::nanoseconds fastest_call, int workers, double cores_of_one,
                                      double usable_cores) {
    // A quota below a whole number of cores lets more of them run for a while.
    const double turns = std::max(1.0, workers * cores_of_one / std::max(1.0, std::ceil(usable_cores)));
    return std::chrono::nanoseconds(std::llround(static_cast<double>(fastest_call.count()) * turns));
}

std::int64_t sequential_calls(int workers, std::int64_t calls_per_worker, bool waiting) {
    const std::int64_t all = workers * calls_per_worker;
    return waiting ? std::min(all, waiting_sequential_calls) : all;
}

int rounds_per_block(std::chrono::nanoseconds whole_round, std::size_t numbers_of_workers) {
    if (numbers_of_workers > 1 || whole_round > middling_round) {
        return 2;
    }
    return whole_round <= short_round ? 4 : 3;
}

std::vector<std::size_t> round_order(const std::vector<Cell>& cells, std::mt19937_64& random) {
    std::vector<std::string> interpreters;
    for (const Cell& cell : cells) {
        if (std::find(interpreters.begin(), interpreters.end(), cell.interpreter) == interpreters.end()) {
            interpreters.push_back(cell.interpreter);
        }
    }
    std::shuffle(interpreters.begin(), interpreters.end(), random);
    std::vector<std::size_t> order;
    order.reserve(cells.size());
    for (const std::string& interpreter : interpreters) {
        const auto group = static_cast<std::ptrdiff_t>(order.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].interpreter == interpreter) {
                order.push_back(i);
            }
        }
        std::shuffle(order.begin() + group, order.end(), random);
    }
    return order;
}

Next next_step(const Budget& budget, const Progress& progress) {
    if (budget.blocks) {
        return next_of_fixed_length(budget, progress);
    }
    if (progress.converged && progress.counted_blocks >= min_blocks_for_interval) {
        return Next::converged;
    }
    if (gives_up(budget, progress)) {
        return Next::too_disturbed;
    }
    if (progress.counted_blocks >= budget.max_blocks || time_is_up(budget, progress)) {
        return Next::budget_used;
    }
    return Next::another_block;
}

Bands bands_for(int workers) {
    // A single worker has nothing to scale; the bands of two keep is_settled() meaningful for it.
    const double parallel = std::max(workers, 2);
    // The upper end of "no scaling" follows Amdahl's law for the serial share that 1.25x on 2 workers
    // implies, so that it stays below 1.67x however many workers there are: a lock-bound workload doesn't
    // gain from more of them.
    const double serial = serial_share_without_scaling;
    return Bands{1 / (serial + (1 - serial) / parallel), 1 + gain_per_worker_when_scaling * (parallel - 1)};
}

bool is_settled(const Estimate& speedup, int workers) {
    if (!speedup.has_interval()) {
        return false;
    }
    const Bands bands = bands_for(workers);
    const bool inside_one_band =
        *speedup.high <= bands.no_scaling_up_to || *speedup.low >= bands.scaling_from ||
        (*speedup.low > bands.no_scaling_up_to && *speedup.high < bands.scaling_from);
    return inside_one_band || speedup.relative_half_width() <= narrow_enough;
}

}  // namespace gilscope::bench
