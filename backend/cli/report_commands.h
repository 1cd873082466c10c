// The commands that make pictures and files of reports, and `sweep` with its own, on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/options.h"

namespace gilscope::cli {

struct ReportCommandOptions {
    RunOptions sweep;
    CollectOptions collect;
    RenderOptions render;
    ChartOptions chart;
    ExportOptions form;
    FinishOptions finish;
};

/// `options` outlives the parsing.
void add_report_commands(CLI::App& program, ReportCommandOptions& options);

/// The command that was given, or an empty function if it is none of these.
std::function<int()> chosen_report_command(const CLI::App& program, const ReportCommandOptions& options);

}  // namespace gilscope::cli
