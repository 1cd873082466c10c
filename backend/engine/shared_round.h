// The host's side of a cell's shared memory.
#pragma once

#include <cstdint>

#include "engine/protocol.h"
#include "system/file_descriptor.h"

namespace gilscope::engine {

/// An anonymous memory file, mapped here and handed to the cell's engines.
class SharedRoundMemory {
  public:
    /// Throws EngineError if the system has no memory for it.
    SharedRoundMemory();
    ~SharedRoundMemory();
    SharedRoundMemory(const SharedRoundMemory&) = delete;
    SharedRoundMemory& operator=(const SharedRoundMemory&) = delete;

    int descriptor() const { return file_.get(); }

    /// Before the workers are told of a round.
    void prepare();
    /// Stamps the time and wakes every worker that waits for this round. The stamp (CLOCK_MONOTONIC).
    std::int64_t release(std::uint32_t number);
    const WorkerRecord& record(int worker) const { return shared_->workers[worker]; }

  private:
    system::FileDescriptor file_;
    SharedRound* shared_ = nullptr;  // the mapping
};

}  // namespace gilscope::engine
