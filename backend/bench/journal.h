// What a run has measured, line by line while it lasts, so that a crash loses one round at most. Pure: the
// caller has the file.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::bench {

/// Makes the lines. Not thread-safe.
class Journal {
  public:
    /// A line with whatever is new since the last one, its newline included; nothing if nothing is. `raw` is
    /// the report as measured, not summarized; `open` the block that is being measured, or null.
    std::optional<std::string> next(const Report& raw, const Block* open);

  private:
    std::string line(const Report& raw, const Block& block, bool closed);

    bool begun_ = false;
    std::size_t closed_blocks_ = 0;
    std::size_t spins_ = 0;
    std::vector<std::size_t> samples_;  // of the current block that are in a line already, one entry a cell
};

/// The report of a run that never came to its end: state "interrupted", summarized. A last block without a
/// whole round is left out, as is a last line that was cut off. Throws BadReport if it isn't a journal, or
/// holds no round.
Report report_from_journal(std::istream& lines);

}  // namespace gilscope::bench
