// The engine's side of a cell's shared memory: the release, and the end of a round.
#pragma once

#include <cstdint>

#include "engine/protocol.h"

namespace gilscope::embed {

/// Thread-safe. Mapped until the process ends.
class SharedCell {
  public:
    /// `all_workers` counts the workers of the whole cell, those in other processes included.
    /// Throws std::system_error if the descriptor can't be mapped.
    SharedCell(int descriptor, int all_workers);

    /// Blocks, without a thread state, until the host releases round `number`.
    void wait_for_release(std::uint32_t number) const;

    /// The figures of worker `index` (counted over the whole cell). Each worker writes only its own.
    engine::WorkerRecord& record(int index) const { return shared_->workers[index]; }

    /// Counts the caller as finished, then blocks until every worker of the cell is: what follows (checksums,
    /// reading states) must not take time from those that still run.
    void finish() const;

    /// True from the release of round `number` until the first of its workers has finished. Never blocks.
    bool is_running(std::uint32_t number) const;

  private:
    engine::SharedRound* shared_;  // the mapping itself: lives as long as the process
    std::uint32_t all_workers_;
};

}  // namespace gilscope::embed
