// Measures the small runs that test a verdict. Inside this room only.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <random>

#include "bench/confirmation.h"
#include "runs/live_block.h"

namespace gilscope::runs {

/// What a confirming run shares with the run whose verdict it tests.
struct ConfirmingSurroundings {
    const BlockContext& context;
    const engine::Patience& patience;
    std::mt19937_64& random;
    std::chrono::steady_clock::time_point end;  ///< no block is begun that would not fit
    std::function<void()> on_progress;          ///< before the engines start, and between rounds
};

/// Fresh engines for each of its blocks, and a few blocks more than it needs if some are disturbed. Nothing
/// if the time doesn't suffice. Throws engine::WorkloadError or ChecksumMismatch where the workload fails
/// under the change (it was not made for it), Cancelled, DeadlineExceeded or EngineError.
std::optional<bench::Confirmation> confirm(const bench::Report& report,
                                           const bench::WantedConfirmation& wanted,
                                           const ConfirmingSurroundings& surroundings);

}  // namespace gilscope::runs
