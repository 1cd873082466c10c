#include "chart/chart.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "cli/stored_report.h"
#include "runs/errors.h"

namespace gilscope::cli {

int chart_command(const ChartOptions& options) {
    const auto kind = chart::kind_named(options.kind);
    if (!kind) {
        throw runs::InvalidRequest({{"kind", options.kind + " is none of speedup, time, efficiency"}});
    }
    OutputFile output("--output", options.output);
    std::vector<bench::Report> reports;
    reports.reserve(options.files.size());
    for (const std::string& file : options.files) {
        reports.push_back(stored_report(file));
    }
    std::vector<const bench::Report*> shown;
    shown.reserve(reports.size());
    for (const bench::Report& report : reports) {
        shown.push_back(&report);
    }
    output.write(chart::svg(shown, *kind));
    return exit_ok;
}

}  // namespace gilscope::cli
