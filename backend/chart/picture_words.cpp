#include "chart/picture_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace gilscope::chart {
namespace {

using bench::Build;
using bench::Report;

/// The distinct ones, in the order of the reports.
template <typename Read>
std::string all_of(const std::vector<const Report*>& reports, const char* separator, Read read) {
    std::vector<std::string> texts;
    for (const Report* report : reports) {
        const std::string text = read(*report);
        if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(text);
        }
    }
    return fmt::format("{}", fmt::join(texts, separator));
}

std::string machine_text(const Report& report) {
    const auto& machine = report.machine;
    std::vector<std::string> parts;
    if (machine.is_object() && machine.contains("cpu_model") && machine["cpu_model"].is_string()) {
        parts.push_back(machine["cpu_model"].get<std::string>());
    }
    if (const double cores = report.measurements.usable_cores; cores > 0) {  // NaN where nobody knows
        parts.push_back(fmt::format("{:.4g} usable core{}", cores, cores == 1 ? "" : "s"));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string interpreters_text(const Report& report) {
    std::vector<std::string> texts;
    texts.reserve(report.interpreters.size());
    for (const bench::InterpreterFacts& facts : report.interpreters) {
        texts.push_back(fmt::format("Python {} {}", facts.version, build_text(facts.build)));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

bool has_interval(const Picture& picture) {
    return std::any_of(picture.series.begin(), picture.series.end(), [](const Series& series) {
        return std::any_of(series.points.begin(), series.points.end(),
                           [](const Point& point) { return point.value.has_interval(); });
    });
}

/// "2026-01-02 · Gilscope 0.1.0 · intervals over at least 6 blocks", as far as known.
std::string origin_text(const std::vector<const Report*>& reports, const Picture& picture) {
    std::vector<std::string> parts;
    const auto add = [&](const std::string& text) {
        if (!text.empty()) {
            parts.push_back(text);
        }
    };
    add(all_of(reports, ", ", [](const Report& report) { return report.started_at.substr(0, 10); }));
    add(all_of(reports, ", ", [](const Report& report) {
        return report.gilscope_version.empty() ? "" : "Gilscope " + report.gilscope_version;
    }));
    if (has_interval(picture)) {
        int fewest = reports.front()->fewest_counted_blocks();
        for (const Report* report : reports) {
            fewest = std::min(fewest, report->fewest_counted_blocks());
        }
        add(fewest >= bench::min_blocks_for_interval
                ? fmt::format("intervals over at least {} blocks (95 % or better)", fewest)
                : "intervals where there are enough blocks");
    } else {
        add("no intervals");
    }
    return fmt::format("{}", fmt::join(parts, " · "));
}

}  // namespace

std::string workload_text(const Report& report) {
    std::string text = report.workload.name;
    if (report.workload.parameters.is_object()) {
        for (const auto& [name, value] : report.workload.parameters.items()) {
            text += fmt::format(" {}={}", name,
                                value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        }
    }
    return text;
}

std::string build_text(Build build) {
    return build == Build::ft ? "free-threaded" : "with the GIL";
}

std::string title_of(const std::vector<const Report*>& reports, Kind kind) {
    const std::string what = all_of(reports, " and ", workload_text);
    const bool waiting = std::all_of(reports.begin(), reports.end(),
                                     [](const Report* report) { return report->measurements.waiting; });
    switch (kind) {
        case Kind::speedup:
            return what + ": speedup over sequential, higher is better";
        case Kind::time:
            return what + ": time for one call on every worker, lower is better";
        case Kind::efficiency:
            return what + (waiting ? ": speedup as a share of the number of workers, higher is better"
                                   : ": speedup as a share of what the machine can give, higher is better");
    }
    return what;
}

std::vector<std::string> details_of(const std::vector<const Report*>& reports, const Picture& picture) {
    std::vector<std::string> details{all_of(reports, "; ", machine_text),
                                     all_of(reports, "; ", interpreters_text)};
    if (!reports.empty()) {
        details.push_back(origin_text(reports, picture));
    }
    return details;
}

}  // namespace gilscope::chart
