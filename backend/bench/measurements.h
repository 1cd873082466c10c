// The raw figures of a run, exactly as measured: nothing here is averaged, scaled or left out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/cell.h"

namespace gilscope::bench {

using std::chrono::nanoseconds;

/// One cell, one round. Sums are over the cell's workers, all read outside the timed region.
struct Sample {
    int round = 0;
    bool warmup = false;
    bool gil_enabled = false;   ///< sys._is_gil_enabled() in any of the cell's interpreters, workers parked
    std::int64_t calls = 0;     ///< calls of run() by each worker (sequential: by the one worker)
    nanoseconds wall{};         ///< from the release to the last worker's finish
    nanoseconds first_start{};  ///< from the release to the first task's start
    nanoseconds task_sum{};     ///< Σ of each worker's own time between its start and its finish
    nanoseconds user_cpu{};
    nanoseconds system_cpu{};
    nanoseconds
        process_cpu{};  ///< CPU time of the cell's processes as a whole, threads of user code included
    nanoseconds run_queue_delay{};  ///< time that the workers were runnable but not running
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;
    std::int64_t collections = 0;  ///< garbage collections during the round
    nanoseconds collection_time{};
    nanoseconds others_cpu{};    ///< CPU time that the rest of the machine used meanwhile (resolution: 10 ms)
    nanoseconds steal{};         ///< time that the hypervisor gave away meanwhile (resolution: 10 ms)
    nanoseconds pressure{};      ///< time in which some task of the machine waited for a CPU (PSI "some")
    std::int64_t throttled = 0;  ///< how often a CPU quota stopped the cell's control group meanwhile
    nanoseconds throttled_time{};  ///< for how long, summed over the CPUs
};

/// One waking of the probe in an observed round.
struct ProbeSample {
    nanoseconds wake_late{};  ///< how late the system woke it
    nanoseconds lock_wait{};  ///< how long it took to attach to the interpreter of the first worker, less its
                              ///< own time in the run queue
};

/// One cell in one block: fresh engines, warm-up, then the counted rounds.
struct CellBlock {
    nanoseconds setup{};            ///< making the pool and the imports in it, cold
    std::int64_t memory_bytes = 0;  ///< Σ Pss_Anon of the processes + their file pages counted once
    std::int64_t peak_bytes = 0;    ///< VmHWM of the largest process
    std::vector<Sample> samples;    ///< warm-up rounds included
    nanoseconds observed_wall{};    ///< of the round beside the probe, after the others; 0: there was none
    nanoseconds observed_run_queue_delay{};  ///< of its workers
    std::vector<ProbeSample> probes;
};

/// The native spin on one and on W pinned threads: how much parallelism the machine itself has to give.
struct SpinSample {
    nanoseconds one{};   ///< one thread doing one share of work
    nanoseconds many{};  ///< W threads doing one share each
    int workers = 1;     ///< W
};

struct Block {
    int workers = 1;  ///< the W of its cells
    std::uint32_t hash_seed = 0;
    std::optional<std::string> disturbed;  ///< why this block doesn't count; nothing if it does
    std::vector<std::optional<CellBlock>>
        cells;  ///< in the order of Measurements::cells; nothing if unavailable or of another W
};

/// A cell that could not be measured, and why, in words for the user.
struct Unavailable {
    std::string reason;
    std::string module;  ///< the module that can't be imported there, or empty
};

/// What is known of one cell beyond its blocks.
struct CellFacts {
    Cell cell;
    std::int64_t calls_per_worker = 1;  ///< k: calls of run() by each worker in a round
    std::int64_t measured_calls =
        0;                 ///< sequential only: calls really made, if fewer than W·k (scaled up); else 0
    std::string checksum;  ///< the return value as canonical JSON (hashed when long); empty: none yet
    std::string gil_enabled_by;  ///< module whose import turned the GIL back on, or empty
    std::optional<Unavailable> unavailable;
};

/// How often each worker of a cell calls run() in a round. In a warm-up, the sequential cell's one worker
/// warms up like any other worker instead of doing everyone's work.
std::int64_t calls_of_worker(const CellFacts& facts, bool warmup);

struct Measurements {
    std::vector<CellFacts> cells;
    std::vector<Block> blocks;              ///< in the order measured, disturbed ones included
    std::vector<SpinSample> machine_spins;  ///< in the order measured
    int workers = 1;                        ///< W; of a sweep, the largest one
    double usable_cores = 1;
    bool pinned = true;       ///< of a sweep: where W ≤ usable cores
    bool quick_look = false;  ///< one block without warm-up: figures without a claim
    bool waiting = false;     ///< the workload mostly waits (less than a tenth of a core while it runs alone)
    nanoseconds probe_interval = std::chrono::milliseconds(10);
};

/// Every W that the cells have, ascending: one, or several in a sweep.
std::vector<int> worker_counts(const Measurements& run);

}  // namespace gilscope::bench
