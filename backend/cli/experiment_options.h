// Options that several commands share, as the command line knows them.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace gilscope::cli {

void add_places(CLI::App& command, Places& places);

/// Everything that `run` and `sweep` have in common, in the order of their help; `workers` is the help of
/// --workers.
void add_experiment_options(CLI::App& command, RunOptions& options, const std::string& workers);

}  // namespace gilscope::cli
