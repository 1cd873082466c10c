#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "bench/report_reader.h"
#include "chart/chart.h"
#include "chart/collected.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "runs/errors.h"

namespace gilscope::cli {
namespace {

constexpr std::size_t most_bytes = 16 << 20;

std::string text_in(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text(most_bytes + 1, '\0');
    if (!stream || !(stream.read(text.data(), static_cast<std::streamsize>(text.size())) || stream.eof())) {
        throw std::runtime_error(fmt::format("{} can't be read: {}", file, std::strerror(errno)));
    }
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most_bytes) {
        throw std::runtime_error(
            fmt::format("{} can't be used: it is larger than {} MiB", file, most_bytes >> 20));
    }
    return text;
}

/// `gil_enabled`: what the file must say, so that two files given the wrong way round aren't drawn as each
/// other.
bench::Report collected_in(const std::string& file, bool gil_enabled) {
    const std::string text = text_in(file);
    try {
        // Parsed as a report is: bounded in depth and size.
        const chart::Collected collected = chart::collected_from(bench::bounded_json(text));
        if (collected.gil_enabled != gil_enabled) {
            throw bench::BadReport(fmt::format("it was measured {} the GIL: give it as {}",
                                               collected.gil_enabled ? "with" : "without",
                                               collected.gil_enabled ? "--gil" : "--ft"));
        }
        return chart::as_report(collected);
    } catch (const bench::BadReport& problem) {
        throw std::runtime_error(fmt::format("{} can't be used: {}", file, problem.what()));
    }
}

}  // namespace

int sweep_render_command(const RenderOptions& options) {
    const auto kind = chart::kind_named(options.mode);
    if (!kind) {
        throw runs::InvalidRequest({{"mode", options.mode + " is none of speedup, time, efficiency"}});
    }
    if (options.gil.empty() && options.ft.empty()) {
        throw runs::InvalidRequest({{"gil, ft", std::string("at least one of the two files is needed")}});
    }
    OutputFile output("--out", options.output);
    std::vector<bench::Report> reports;
    if (!options.gil.empty()) {
        reports.push_back(collected_in(options.gil, true));
    }
    if (!options.ft.empty()) {
        reports.push_back(collected_in(options.ft, false));
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
