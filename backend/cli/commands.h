// The commands: each does its job and gives the exit status. Errors are exceptions; see command_line.h.
#pragma once

#include "cli/options.h"

namespace gilscope::cli {

/// Compares, prints a table on standard output (or JSON), everything else on standard error.
int run_command(const RunOptions& options);
/// The same at several numbers of workers.
int sweep_command(const RunOptions& options);
/// Asks a server that speaks the contract for its times at several numbers of workers.
int sweep_collect_command(const CollectOptions& options);
/// Draws what was collected.
int sweep_render_command(const RenderOptions& options);
/// Draws the reports in files.
int chart_command(const ChartOptions& options);
/// Gives the report in a file another form.
int export_command(const ExportOptions& options);
/// Makes a report of what an interrupted run has left behind.
int finish_command(const FinishOptions& options);
/// Says what is installed and whether this machine is fit to measure on now.
int doctor_command(const DoctorOptions& options);
/// Serves until it is told to stop.
int serve_command(const ServeOptions& options);
/// Serves the page alone until it is told to stop.
int web_command(const WebOptions& options);
/// Says by its status whether a server answers; an error is the reason why not. With `hold`, only the first
/// success ends at once: later ones watch for that long and end early if the server fails.
int health_command(const HealthOptions& options);

}  // namespace gilscope::cli
