// A report on standard output, in the form that was asked for.
#pragma once

#include <optional>
#include <string>

#include "bench/report.h"
#include "export/export.h"

namespace gilscope::cli {

/// Empty: nothing, for the table. Throws runs::InvalidRequest if it is none, or if standard output is taken
/// already.
std::optional<exports::Format> output_format(const std::string& name, bool output_is_taken);

/// What the user's code printed and what became of the run on standard error, the result on standard output.
void print_report(const bench::Report& report, std::optional<exports::Format> format, bool output_is_taken);

/// 0, or that there are reservations, or how the run ended. `signal`: the one that ended it.
int status_of(const bench::Report& report, int signal);

}  // namespace gilscope::cli
