#include "cli/report_output.h"

#include <algorithm>
#include <iostream>

#include "cli/exit_status.h"
#include "cli/result_table.h"
#include "runs/errors.h"
#include "text/text.h"

namespace gilscope::cli {
namespace {

bool settles_nothing(const bench::Verdict& verdict) {
    return verdict.kind == "inconclusive" || verdict.kind == "machine_limited" || verdict.kind == "too_small";
}

bool has_reservations(const bench::Report& report) {
    if (report.fewest_counted_blocks() < bench::min_blocks_for_interval ||
        report.stopped_because != "converged") {
        return true;
    }
    // Of a sweep, not every number of workers can settle something: one worker never does.
    return std::any_of(report.interpreters.begin(), report.interpreters.end(), [&](const auto& interpreter) {
        const bench::Verdict* verdict = bench::main_verdict(report, interpreter.id);
        return verdict != nullptr && settles_nothing(*verdict);
    });
}

}  // namespace

std::optional<exports::Format> output_format(const std::string& name, bool output_is_taken) {
    if (name.empty()) {
        return std::nullopt;
    }
    const auto format = exports::format_named(name);
    if (!format) {
        throw runs::InvalidRequest({{"format", name + " is none of json, csv, markdown"}});
    }
    if (output_is_taken) {
        throw runs::InvalidRequest(
            {{"format", std::string("standard output can't take this and --json - too")}});
    }
    return format;
}

void print_report(const bench::Report& report, std::optional<exports::Format> format, bool output_is_taken) {
    if (!report.output.empty()) {
        std::cerr << "The workload printed:\n"
                  << report.output << (report.output.ends_with('\n') ? "" : "\n");
    }
    // A table without a single figure would say less than the sentence; a file that was asked for is due.
    const bool stopped_early = report.state != "done" && report.measurements.blocks.empty();
    if (!output_is_taken && (format || !stopped_early)) {
        std::cout << (format ? exports::text_of(report, *format) : result_table(report)) << std::flush;
    }
    if (stopped_early) {
        std::cerr << "gilscope: " << report.state << ": stopped before the first block was complete\n";
    } else if (report.state != "done") {
        std::cerr << "gilscope: " << report.state << " after "
                  << text::counted(report.counted_blocks(), "block")
                  << "; what was measured until then is shown\n";
    }
}

int status_of(const bench::Report& report, int signal) {
    if (report.state == "cancelled") {
        return exit_signal + signal;
    }
    if (report.state == "deadline") {
        return exit_deadline;
    }
    return has_reservations(report) ? exit_reservations : exit_ok;
}

}  // namespace gilscope::cli
