// Whether figures can carry a conclusion at all: what warnings tell and what verdicts stop at.
#pragma once

#include <string>

#include "bench/report.h"

namespace gilscope::bench {

/// True if too many blocks of that W had to be thrown away: no conclusion may be drawn from the others
/// either.
bool too_disturbed(const Report& report, int workers);
/// True if that is so of any W.
bool too_disturbed(const Report& report);

/// How many of W workers can run at the same time: all, or as many as there are whole usable cores if they
/// are busy.
int parallel_workers(const Measurements& run, int workers);

/// The cell with the shortest rounds, of one interpreter and W or (null) of all; null if none was measured.
struct InterpreterAndWorkers {
    std::string interpreter;
    int workers;
};
const CellSummary* shortest_cell(const Report& report, const InterpreterAndWorkers* of);

/// True if a cell's rounds last less than shortest_round() of the run. Its median over blocks counts: the
/// calls of a round were chosen before the run, and a block a few percent faster than the rest doesn't make
/// the others worse.
bool is_too_short(const Measurements& run, const CellSummary& cell);

}  // namespace gilscope::bench
