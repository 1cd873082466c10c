#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/progress_line.h"
#include "cli/report_file.h"
#include "cli/report_sender.h"
#include "cli/result_table.h"
#include "cli/run_request.h"
#include "cli/signals.h"
#include "http/upstream.h"

namespace gilscope::cli {
namespace {

/// An engine that can't be used must not be missing without a word.
void warn_of_broken(const engine::Registry& engines) {
    for (const auto& engine : engines.engines()) {
        if (!engine.problem.empty()) {
            std::cerr << "gilscope: left out: " << engine.problem << '\n';
        }
    }
}

bool has_reservations(const bench::Report& report) {
    if (report.counted_blocks() < bench::min_blocks_for_interval || report.stopped_because != "converged") {
        return true;
    }
    return std::any_of(report.verdicts.begin(), report.verdicts.end(), [](const bench::Verdict& verdict) {
        return verdict.kind == "inconclusive" || verdict.kind == "machine_limited" ||
               verdict.kind == "too_small";
    });
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

void print(const RunOptions& options, const bench::Report& report) {
    if (!report.output.empty()) {
        std::cerr << "The workload printed:\n"
                  << report.output << (report.output.ends_with('\n') ? "" : "\n");
    }
    if (options.json != "-") {
        std::cout << result_table(report) << std::flush;
    }
    if (report.state != "done") {
        std::cerr << "gilscope: " << report.state << " after " << report.counted_blocks()
                  << " blocks; what was measured until then is shown\n";
    }
}

}  // namespace

int run_command(const RunOptions& options) {
    const SignalWatch signals;  // before any other thread
    ReportFile file(options.json);
    const ReportSender sender(options.send);
    engine::Spawner spawner;
    const auto engines = installed_engines(options.places);
    const engine::Inspector inspector(
        engines, spawner,
        parse_size(options.memory_limit).value_or(engine::Inspector::default_memory_limit_bytes));
    runs::WorkloadCatalog catalog(workload_directories(options.places), inspector);
    const http::Upstream upstream;
    try {
        const runs::CompareRequest request = run_request(options, engines, catalog, signals.token());
        if (options.interpreters.empty() && options.builds.empty()) {  // else the choice was the user's own
            warn_of_broken(engines);
        }
        ProgressLine line(!options.quiet);
        const bench::Report report =
            run_compare(request, {engines, spawner, upstream.address()}, signals.token(),
                        [&](const runs::RunProgress& progress) { line.show(progress); });
        line.clear();
        const std::string text = bench::to_text(report);
        file.write(text);
        print(options, report);
        sender.send(text);  // last: a server that is away takes nothing from the user but this
        return status_of(report, signals.received());
    } catch (const engine::Cancelled&) {
        return exit_signal + signals.received();
    } catch (const engine::DeadlineExceeded&) {
        std::cerr << "gilscope: the deadline passed before anything was measured\n";
        return exit_deadline;
    }
}

}  // namespace gilscope::cli
