// Whether figures can carry a conclusion at all: what warnings tell and what verdicts stop at.
#pragma once

#include <string>

#include "bench/report.h"

namespace gilscope::bench {

/// True if too many blocks had to be thrown away: no conclusion may be drawn from the others either.
bool too_disturbed(const Report& report);

/// How many workers can run at the same time: W, or as many as there are whole usable cores if they are busy.
int parallel_workers(const Measurements& run);

/// The cell with the shortest rounds, of one interpreter or (empty) of all; null if none was measured.
const CellSummary* shortest_cell(const Report& report, const std::string& interpreter);

/// True if a cell's rounds last less than min_round. Its median over blocks counts: the calls of a round were
/// chosen before the run, and a block a few percent faster than the rest doesn't make the others worse.
bool is_too_short(const CellSummary& cell);

}  // namespace gilscope::bench
