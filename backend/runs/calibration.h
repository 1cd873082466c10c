// How long one call takes, before anything is measured; and byte code for the engines that follow.
#pragma once

#include <chrono>
#include <filesystem>

#include "engine/cell.h"
#include "runs/compare.h"

namespace gilscope::runs {

struct Calibration {
    std::chrono::nanoseconds call{};  ///< wall time of one warm call
    double cores_used = 0;            ///< while it ran
    bool waiting = false;             ///< it used less than a tenth of a core
    engine::Memory memory;            ///< of an engine that has called it
};

/// Runs the workload in a throw-away engine of that interpreter, which also fills `pycache_prefix` with the
/// byte code of the modules that it imports: code from a first import of a source file would be slower on a
/// free-threaded build.
Calibration calibrate(const Surroundings& surroundings, const engine::InstalledEngine& engine,
                      const engine::CellPlan& plan, const engine::Patience& patience);

}  // namespace gilscope::runs
