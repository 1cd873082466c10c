#include "cli/experiment.h"

#include <iostream>

#include "cli/exit_status.h"
#include "cli/progress_line.h"
#include "cli/report_file.h"
#include "cli/report_output.h"
#include "cli/report_sender.h"
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

/// A limit that is refused later must not keep the workload's own problems from being told beside it.
std::int64_t inspection_limit(const std::string& asked) {
    const auto limit = parse_size(asked);
    return limit && *limit >= least_memory_limit ? *limit : engine::Inspector::default_memory_limit_bytes;
}

bench::Report measured(const RunOptions& options, const Measure& measure, const std::stop_token& stop,
                       ReportFile& file) {
    ProgressLine line(!options.quiet);
    return measure(stop, [&](const runs::RunProgress& progress) {
        line.show(progress);
        file.note(progress);
    });
}

}  // namespace

int run_experiment(const RunOptions& options, const Prepare& prepare) {
    const SignalWatch signals;  // before any other thread
    const bool output_is_taken = options.json == "-";
    const auto format = output_format(options.format, output_is_taken);
    ReportFile file(options.json);
    const ReportSender sender(options.send);
    engine::Spawner spawner;
    const auto engines = installed_engines(options.places);
    const engine::Inspector inspector(engines, spawner, inspection_limit(options.memory_limit));
    runs::WorkloadCatalog catalog(workload_directories(options.places), inspector);
    const http::Upstream upstream;
    const runs::Surroundings surroundings{engines, spawner, upstream.address()};
    try {
        const Measure measure = prepare(surroundings, catalog, signals.token());
        if (options.interpreters.empty() && options.builds.empty()) {  // else the choice was the user's own
            warn_of_broken(engines);
        }
        const bench::Report report = measured(options, measure, signals.token(), file);
        const std::string text = bench::to_text(report);
        file.write(text);
        print_report(report, format, output_is_taken);
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
