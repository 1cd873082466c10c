// One block while it runs: fresh engines for every cell, warm-up, the counted rounds.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "bench/measurements.h"
#include "bench/observation.h"
#include "engine/cell.h"
#include "machine/machine.h"
#include "runs/checksum_book.h"
#include "runs/compare.h"

namespace gilscope::runs {

/// What stays the same from block to block.
struct BlockContext {
    const CompareRequest& request;
    const Surroundings& surroundings;
    std::vector<const engine::InstalledEngine*> engines;  ///< one a cell of the measurements
    std::filesystem::path pycache_root;                   ///< one folder an interpreter in it
    std::vector<int> cpus;                                ///< for pinning; empty: nobody is pinned
    int pin_up_to = 0;                                    ///< more workers than that aren't pinned
    std::int64_t memory_limit_bytes = 0;
    engine::Change change = engine::Change::none;  ///< of all its engines
};

/// Used by one thread. Its engines die with it.
class LiveBlock {
  public:
    /// The cells of `run` with so many workers are measured; one that turns out to be unavailable is marked
    /// there.
    LiveBlock(const BlockContext& context, bench::Measurements& run, int workers, std::uint32_t hash_seed);

    /// Starts the engines, one cell after the other, so that their set-up times don't disturb each other.
    void start(const engine::Patience& patience);
    /// Each cell alone: at least two rounds and 100 ms for each worker.
    void warm_up(const engine::Patience& patience, ChecksumBook& checksums);
    /// Every cell once, in random order.
    void round(const engine::Patience& patience, ChecksumBook& checksums, std::mt19937_64& random);
    /// One more round of each of these cells, beside a probe. Their times don't count, and no timed round may
    /// follow: an engine that has had a second thread state is a little slower ever after.
    void observe(const std::vector<bench::Observation>& observations, const engine::Patience& patience,
                 ChecksumBook& checksums);
    /// Reads the memory of all cells, ends the engines, and gives what user code printed.
    std::string finish();

    /// What was measured so far.
    const bench::Block& block() const { return block_; }
    /// True if every available cell has been measured at least once, warm-up left out.
    bool has_figures() const;

  private:
    bench::Sample measure(std::size_t cell, std::int64_t calls, const engine::Patience& patience,
                          ChecksumBook& checksums);
    void run_cell(std::size_t cell, bool warmup, const engine::Patience& patience, ChecksumBook& checksums);
    void observe_cell(const bench::Observation& observation, const engine::Patience& patience,
                      ChecksumBook& checksums);
    void note_memory(std::size_t cell);
    void start_cell(std::size_t cell, const engine::Patience& patience);
    void mark_unavailable(std::size_t cell, const engine::ModeUnavailable& why);

    const BlockContext& context_;
    bench::Measurements& run_;
    machine::CounterReader counters_;
    bench::Block block_;
    std::vector<std::size_t> mine_;                     // indices of the cells of this W
    std::vector<std::unique_ptr<engine::Cell>> cells_;  // one for each of the run's cells, most of them empty
    int rounds_ = 0;
};

/// The plan of a cell's engines.
engine::CellPlan plan_of(const bench::Cell& cell, const BlockContext& context, std::uint32_t hash_seed);

}  // namespace gilscope::runs
