// What a run does in which order, and when it may stop. Pure: the caller gives it times and random numbers.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "bench/cell.h"
#include "bench/statistics.h"

namespace gilscope::bench {

/// The shortest cell of a round lasts at least this long; below it, timer and scheduler noise would be
/// measured. So do the shares of work of the native spin. A quick look, which claims nothing, is content with
/// less of both, to be over sooner.
inline constexpr std::chrono::milliseconds min_round{100};
inline constexpr std::chrono::milliseconds min_round_of_quick_look{50};
inline constexpr std::chrono::milliseconds shortest_round(bool quick_look) {
    return quick_look ? min_round_of_quick_look : min_round;
}
inline constexpr std::int64_t max_calls_per_round = 1'000'000;

/// k: how often each worker calls run() in a round, so that the shortest cell lasts `shortest` (with a small
/// margin), given how long the fastest cell takes for one call of each worker.
std::int64_t calls_per_round(std::chrono::nanoseconds fastest_cell,
                             std::chrono::milliseconds shortest = min_round);

/// How long the fastest cell takes for one call of each worker: no less than the fastest call over all
/// interpreters, and than what the cores can do where more workers than cores are busy. `cores_of_one`: what
/// one worker alone keeps busy.
std::chrono::nanoseconds fastest_cell(std::chrono::nanoseconds fastest_call, int workers, double cores_of_one,
                                      double usable_cores);

/// How many calls the sequential cell really makes: all W·k, or, where the workload waits, at most 4 (its
/// time is then scaled up to W·k calls, and the report says so).
std::int64_t sequential_calls(int workers, std::int64_t calls_per_worker, bool waiting);

/// Counted rounds of a block: 4 when a round over all cells is short (up to 1 s), 3 up to 2 s, 2 when it is
/// longer. Always 2 in a run that visits several numbers of workers: rounds of one process agree within 0.3
/// %, processes of the same cell differ by up to 4 %, so its time is better spent on blocks.
int rounds_per_block(std::chrono::nanoseconds whole_round, std::size_t numbers_of_workers = 1);

/// Every cell once, in random order, the cells of one interpreter together, so that each one runs close to
/// its own sequential baseline. Returns indices into cells.
std::vector<std::size_t> round_order(const std::vector<Cell>& cells, std::mt19937_64& random);

/// Limits on the length of a run.
struct Budget {
    std::optional<int> blocks;  ///< exactly so many counted blocks; overrides all but max_disturbed
    std::optional<std::chrono::nanoseconds>
        time;  ///< firm: no block is begun that would not fit; replaces soft_time
    std::chrono::nanoseconds soft_time = std::chrono::seconds(60);  ///< applies from the 6th block on
    int max_disturbed =
        4;  ///< give up when so many blocks, and no fewer than were counted, had to be thrown away
    int max_blocks = 30;
};

enum class Next { another_block, converged, budget_used, too_disturbed };

/// What is known at the end of a block.
struct Progress {
    int counted_blocks = 0;
    int disturbed_blocks = 0;
    std::chrono::nanoseconds elapsed{};
    std::chrono::nanoseconds longest_block{};
    bool converged = false;  ///< every interval is within ±3 % or inside one verdict band
};

/// Decides at the end of a block whether to go on.
Next next_step(const Budget& budget, const Progress& progress);

/// Bands of speedup for W workers. At 2: up to 1.25 no scaling, from 1.6 on scaling, between them undecided.
/// For more, the first follows Amdahl's law with the serial share that 1.25 implies (1.43 at 4, never
/// above 1.67), the second asks 0.6 of each further worker (2.8 at 4). A busy workload can't use more workers
/// than there are cores: the caller passes min(W, cores) for it.
struct Bands {
    double no_scaling_up_to;
    double scaling_from;
};
Bands bands_for(int workers);

/// An interval narrow enough to stop at: within ±3 %, or wholly inside one band of bands_for(workers).
bool is_settled(const Estimate& speedup, int workers);

}  // namespace gilscope::bench
