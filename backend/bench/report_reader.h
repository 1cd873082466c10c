// From a file, a stored row or an upload back to a report. What comes in is not trusted: whatever is wrong
// with it becomes one sentence, sizes are bounded before memory is used, and everything that follows from the
// samples is worked out again.
#pragma once

#include <cstddef>
#include <istream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/report.h"

namespace gilscope::bench {

/// Not a report that this Gilscope can read: what() is one sentence without a full stop, such as
/// "cells[3].workers must be a whole number from 1 to 4096".
class BadReport : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Far above anything that a run can make.
struct ReportLimits {
    std::size_t samples = 2'000'000;
    std::size_t probes = 2'000'000;  ///< wakings of the probe
    std::size_t cells = 4096;
    std::size_t blocks = 100'000;
    std::size_t cells_in_blocks = 2'000'000;  ///< cells × blocks, which is what they take in memory
    std::size_t values = 500'000;             ///< everything that is no sample
    std::size_t depth = 32;
};

/// The inverse of to_json(): to_json(parse_report(text)) gives the same JSON again. Summaries, verdicts and
/// warnings in the text are replaced by what follows from its samples; only a report without any sample keeps
/// its own. Older schemas are understood, a newer one is refused. Throws BadReport.
Report parse_report(std::string_view text);
/// The same from a stream, which is never held in memory as a whole. Throws BadReport also when it can't be
/// read.
Report parse_report(std::istream& text);
/// The same from JSON that has been parsed already.
Report read_report(const nlohmann::ordered_json& json);

/// Any other JSON that isn't trusted, within the same bounds. Throws BadReport.
nlohmann::ordered_json bounded_json(std::string_view text);

}  // namespace gilscope::bench
