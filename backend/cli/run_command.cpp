#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/progress_line.h"
#include "cli/result_table.h"
#include "cli/run_request.h"
#include "cli/signals.h"
#include "http/upstream.h"

namespace gilscope::cli {
namespace {

/// Found out before the first round rather than after the last one.
void require_writable(const std::string& file) {
    if (file.empty() || file == "-") {
        return;
    }
    const std::ofstream stream(file, std::ios::app);
    if (!stream) {
        throw std::runtime_error(fmt::format("--json: {} can't be written: {}", file, std::strerror(errno)));
    }
}

/// Written whole beside its place and renamed: a reader never sees half a file.
void write_report(const std::string& file, const bench::Report& report) {
    const std::string text =
        bench::to_json(report).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (file == "-") {
        std::cout << text << std::flush;
        return;
    }
    const std::string partial = file + ".partial";
    std::ofstream stream(partial, std::ios::trunc);
    stream << text << std::flush;
    if (!stream || std::rename(partial.c_str(), file.c_str()) != 0) {
        throw std::runtime_error(fmt::format("--json: {} can't be written: {}", file, std::strerror(errno)));
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
    require_writable(options.json);
    engine::Spawner spawner;
    const auto engines = engine::Registry::discover(engines_directory(options.places));
    runs::WorkloadCatalog catalog(workload_directories(options.places), engine::Inspector(engines, spawner));
    const runs::CompareRequest request = run_request(options, engines, catalog);
    const http::Upstream upstream;
    ProgressLine line(!options.quiet);
    const bench::Report report = run_compare(request, {engines, spawner, upstream.address()}, signals.token(),
                                             [&](const runs::RunProgress& progress) { line.show(progress); });
    line.clear();
    if (!options.json.empty()) {
        write_report(options.json, report);
    }
    print(options, report);
    return status_of(report, signals.received());
}

}  // namespace gilscope::cli
