// What readers of a run's events get: the data of each event. Pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bench/report.h"
#include "runs/compare.h"

namespace gilscope::runs {

/// {block, round, cells: [{interpreter, build, mode, workers, wall_ms}]}
nlohmann::ordered_json round_event(const FinishedRound& round);

/// The report so far without samples: {cells, machine_parallelism, warnings}. As text.
std::string partial_event(const bench::Report& so_far);

}  // namespace gilscope::runs
