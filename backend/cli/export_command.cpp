#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "cli/report_output.h"
#include "cli/stored_report.h"

namespace gilscope::cli {

int export_command(const ExportOptions& options) {
    const auto format = output_format(options.format, false);
    OutputFile output("--output", options.output);
    output.write(exports::text_of(stored_report(options.file), *format));
    return exit_ok;
}

}  // namespace gilscope::cli
