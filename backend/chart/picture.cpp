#include "chart/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "chart/picture_words.h"

namespace gilscope::chart {
namespace {

using bench::Build;
using bench::CellSummary;
using bench::Estimate;
using bench::Mode;
using bench::Report;

Estimate scaled(const Estimate& estimate, double factor) {
    Estimate result{estimate.value * factor, std::nullopt, std::nullopt};
    if (estimate.has_interval()) {
        result.low = *estimate.low * factor;
        result.high = *estimate.high * factor;
    }
    return result;
}

/// The time of a round is that of k calls by each worker, and k differs from W to W.
std::optional<Estimate> time_of_one_call(const CellSummary& cell) {
    return cell.time_ms
               ? std::optional(scaled(*cell.time_ms, 1.0 / static_cast<double>(cell.facts.calls_per_worker)))
               : std::nullopt;
}

/// Waiting isn't limited by cores.
std::optional<Estimate> parallelism(const Report& report, int workers) {
    return report.measurements.waiting ? Estimate{static_cast<double>(workers), std::nullopt, std::nullopt}
                                       : report.machine_parallelism_at(workers);
}

/// A report without samples can claim anything: what has no place on paper is left out.
std::optional<Estimate> drawable(const std::optional<Estimate>& estimate) {
    constexpr double most = 1e12;
    const auto fits = [](double value) { return value >= 0 && value <= most; };  // false for NaN
    if (!estimate || !fits(estimate->value) || !fits(estimate->low.value_or(0)) ||
        !fits(estimate->high.value_or(0))) {
        return std::nullopt;
    }
    return estimate;
}

std::optional<Estimate> figure_of(const Report& report, const CellSummary& cell, Kind kind) {
    if (kind == Kind::time) {
        return drawable(time_of_one_call(cell));
    }
    if (cell.facts.cell.mode == Mode::sequential || kind == Kind::speedup) {
        return drawable(cell.speedup);
    }
    // As in the tables: a cell that isn't limited by the machine has no share of it.
    const bool has_share = report.measurements.waiting || cell.share_of_machine > 0;
    const auto machine = parallelism(report, cell.facts.cell.workers);
    if (!cell.speedup || !has_share || !machine || machine->value <= 0) {
        return std::nullopt;
    }
    return drawable(scaled(*cell.speedup, 100 / machine->value));
}

bool is_shown(const Report& report, const CellSummary& cell, Kind kind) {
    // Sequential against itself is 1 by definition: the picture has a line for it instead.
    return (kind == Kind::time || cell.facts.cell.mode != Mode::sequential) &&
           (figure_of(report, cell, kind) || cell.facts.unavailable);
}

Series& series_for(Picture& picture, std::size_t group, const CellSummary& cell) {
    const bench::Cell& is = cell.facts.cell;
    const auto found = std::find_if(picture.series.begin(), picture.series.end(), [&](const Series& series) {
        return series.group == group && series.mode == is.mode;
    });
    if (found != picture.series.end()) {
        return *found;
    }
    return picture.series.emplace_back(Series{is.interpreter, is.build, is.mode, group, {}, {}});
}

void add_cells(const Report& report, const std::string& interpreter, std::size_t group, Picture& picture) {
    for (const CellSummary& cell : report.cells) {
        if (cell.facts.cell.interpreter != interpreter || !is_shown(report, cell, picture.kind)) {
            continue;
        }
        Series& series = series_for(picture, group, cell);
        if (const auto value = figure_of(report, cell, picture.kind)) {
            series.points.push_back({cell.facts.cell.workers, *value});
        } else if (series.missing.empty()) {
            series.missing = cell.facts.unavailable->reason;
        }
    }
}

void add_groups(const Report& report, const std::string& suffix, std::array<int, 2>& ranks,
                Picture& picture) {
    for (const bench::InterpreterFacts& facts : report.interpreters) {
        const auto kind_of_build = static_cast<std::size_t>(facts.build);
        picture.groups.push_back(
            {fmt::format("Python {} {}{}", facts.version, build_text(facts.build), suffix), facts.build,
             ranks.at(kind_of_build)++});
        add_cells(report, facts.id, picture.groups.size() - 1, picture);
    }
}

/// Of all interpreters: what one worker alone takes for one call.
std::optional<double> fastest_call(const std::vector<const Report*>& reports) {
    std::optional<double> fastest;
    for (const Report* report : reports) {
        for (const CellSummary& cell : report->cells) {
            const auto time = time_of_one_call(cell);
            if (cell.facts.cell.mode == Mode::sequential && time && time->value > 0) {
                const double call = time->value / cell.facts.cell.workers;
                fastest = std::min(fastest.value_or(call), call);
            }
        }
    }
    return fastest;
}

std::optional<Estimate> reference_value(Kind kind, const Estimate& parallel, int workers,
                                        std::optional<double> call) {
    if (kind == Kind::speedup) {
        return parallel;
    }
    if (kind == Kind::efficiency) {
        return Estimate{100, std::nullopt, std::nullopt};
    }
    return call && parallel.value > 0
               ? std::optional(Estimate{*call * workers / parallel.value, std::nullopt, std::nullopt})
               : std::nullopt;
}

/// What the machine gave to native code. Of several reports on one machine the first that knows.
void add_machine(const std::vector<const Report*>& reports, std::optional<double> call, Picture& picture) {
    for (const int workers : picture.workers) {
        for (const Report* report : reports) {
            const auto machine = report->machine_parallelism_at(workers);
            const auto value = machine && !report->measurements.waiting
                                   ? reference_value(picture.kind, *machine, workers, call)
                                   : std::nullopt;
            if (drawable(value)) {
                picture.machine.points.push_back({workers, *value});
                break;
            }
        }
    }
    picture.machine.label = "what this machine gives";
}

void add_baseline(Picture& picture) {
    if (picture.kind == Kind::speedup) {
        for (const int workers : picture.workers) {
            picture.baseline.points.push_back({workers, Estimate{1, std::nullopt, std::nullopt}});
        }
        picture.baseline.label = "sequential";
    }
}

void add_ideal(std::optional<double> call, Picture& picture) {
    if (picture.kind == Kind::efficiency) {
        return;
    }
    for (const int workers : picture.workers) {
        const Estimate all{static_cast<double>(workers), std::nullopt, std::nullopt};
        if (const auto value = reference_value(picture.kind, all, workers, call)) {
            picture.ideal.points.push_back({workers, *value});
        }
    }
    picture.ideal.label = picture.kind == Kind::time ? "ideal: no longer than one" : "ideal: 1× a worker";
}

void sort_points(Picture& picture) {
    std::set<int> workers;
    for (Series& series : picture.series) {
        std::sort(series.points.begin(), series.points.end(),
                  [](const Point& a, const Point& b) { return a.workers < b.workers; });
        for (const Point& point : series.points) {
            workers.insert(point.workers);
        }
    }
    picture.workers.assign(workers.begin(), workers.end());
}

/// Seconds where milliseconds would need five digits.
void choose_unit(Picture& picture) {
    picture.unit = picture.kind == Kind::speedup ? "×" : picture.kind == Kind::efficiency ? " %" : " ms";
    double highest = 0;
    for (const Series& series : picture.series) {
        for (const Point& point : series.points) {
            highest = std::max(highest, point.value.value);
        }
    }
    if (picture.kind != Kind::time || highest < 10'000) {
        return;
    }
    picture.unit = " s";
    const auto shrink = [](std::vector<Point>& points) {
        for (Point& point : points) {
            point.value = scaled(point.value, 1e-3);
        }
    };
    for (Series& series : picture.series) {
        shrink(series.points);
    }
    shrink(picture.machine.points);
    shrink(picture.ideal.points);
}

}  // namespace

std::string_view name_of(Kind kind) {
    return kind == Kind::speedup ? "speedup" : kind == Kind::time ? "time" : "efficiency";
}

std::optional<Kind> kind_named(std::string_view name) {
    for (const Kind kind : {Kind::speedup, Kind::time, Kind::efficiency}) {
        if (name_of(kind) == name) {
            return kind;
        }
    }
    return std::nullopt;
}

Picture picture_of(const std::vector<const Report*>& reports, Kind kind) {
    Picture picture;
    picture.kind = kind;
    std::set<std::string> workloads;
    for (const Report* report : reports) {
        workloads.insert(workload_text(*report));
    }
    std::array<int, 2> ranks{};
    for (const Report* report : reports) {
        add_groups(*report, workloads.size() > 1 ? ": " + workload_text(*report) : "", ranks, picture);
    }
    sort_points(picture);
    const std::optional<double> call = fastest_call(reports);
    add_baseline(picture);
    add_machine(reports, call, picture);
    add_ideal(call, picture);
    choose_unit(picture);
    picture.title = title_of(reports, kind);
    picture.details = details_of(reports, picture);
    return picture;
}

}  // namespace gilscope::chart
