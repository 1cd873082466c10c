// The "cells" of a report, from JSON.
#pragma once

#include <vector>

#include "bench/column_table.h"
#include "bench/json_reading.h"
#include "bench/report.h"

namespace gilscope::bench {

/// Fills report.cells and report.measurements.cells, and the cells of report.measurements.blocks, which are
/// there already. `blocks` belong to the elements of `cells`, in order; they are moved from. Throws
/// BadReport.
void read_cells(const Part& cells, std::vector<std::vector<BlockTable::Row>>& blocks,
                const ReportLimits& limits, Report& report);

}  // namespace gilscope::bench
