#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "cli/report_file.h"
#include "cli/report_output.h"
#include "cli/stored_report.h"
#include "runs/errors.h"

namespace gilscope::cli {
namespace {

std::string target_of(const FinishOptions& options) {
    if (!options.output.empty()) {
        return options.output;
    }
    const std::string suffix = journal_suffix;
    if (!options.file.ends_with(suffix)) {
        throw runs::InvalidRequest(
            {{"file", fmt::format("{} doesn't end with {}: say with --output where its report goes",
                                  options.file, suffix)}});
    }
    return options.file.substr(0, options.file.size() - suffix.size());
}

}  // namespace

int finish_command(const FinishOptions& options) {
    const std::string target = target_of(options);
    // An older report there would be another run's.
    if (options.output.empty() && std::filesystem::exists(target)) {
        throw std::runtime_error(
            fmt::format("{} is there already; name another place with --output", target));
    }
    OutputFile output("--output", target);
    const bench::Report report = interrupted_report(options.file);
    output.write(bench::to_text(report));
    if (!std::cout.flush()) {
        return exit_error;  // what could not be printed must not be removed
    }
    if (std::filesystem::is_regular_file(options.file)) {
        std::filesystem::remove(options.file);
    }
    print_report(report, std::nullopt, target == "-");
    return status_of(report, 0);
}

}  // namespace gilscope::cli
