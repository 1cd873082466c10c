#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chart/drawing.h"
#include "chart/scale.h"
#include "chart/svg_text.h"

namespace gilscope::chart {
namespace {

constexpr double plot_left = 64;
constexpr double plot_right = 634;
constexpr double plot_height = 330;
constexpr double key_left = 654;
constexpr double key_line = 19;
constexpr double sample_width = 34;
/// Bold letters are wider.
constexpr double bold_text_size = 1.15 * text_size;
constexpr double band_opacity = 0.16;
constexpr std::size_t many_points = 20;

struct Plot {
    Scale x;
    Scale y;
    double top;
    double bottom;
};

bool grows_by_factors(const std::vector<int>& workers) {
    bool factors = workers.size() > 2;
    for (std::size_t i = 1; i < workers.size(); ++i) {
        factors = factors && 2 * workers[i] >= 3 * workers[i - 1];
    }
    return factors;
}

double lowest(const Picture& picture) {
    double value = highest(picture);
    for (const Series& series : picture.series) {
        for (const Point& point : series.points) {
            value = point.value.value > 0 ? std::min(value, point.value.value) : value;
        }
    }
    return value;
}

Plot plot_of(const Picture& picture, double top) {
    constexpr double far_apart = 8;
    constexpr double room = 1.08;
    const double bottom = top + plot_height;
    const double high = std::max(highest(picture), 1e-9);
    const double low = lowest(picture);
    const bool x_by_powers = grows_by_factors(picture.workers);
    const bool y_by_powers =
        picture.kind != Kind::efficiency && x_by_powers && low > 0 && high / low >= far_apart;
    return {Scale(picture.workers.front(), picture.workers.back(), plot_left, plot_right, x_by_powers),
            y_by_powers ? Scale(low / 1.25, high * 1.25, bottom, top, true)
                        : Scale(0, high * room, bottom, top, false),
            top, bottom};
}

std::vector<double> x_ticks(const Picture& picture, const Plot& plot) {
    constexpr std::size_t fitting = 12;
    if (picture.workers.size() <= fitting) {
        return {picture.workers.begin(), picture.workers.end()};
    }
    const double step = std::exp2(std::ceil(std::log2(plot.x.high() / 8)));
    std::vector<double> ticks{plot.x.low()};
    for (double tick = step; tick <= plot.x.high(); tick += step) {
        if (tick - plot.x.low() >= step / 2) {
            ticks.push_back(tick);
        }
    }
    return ticks;
}

void draw_axes(const Picture& picture, const Plot& plot, Canvas& canvas) {
    canvas.open("grid");
    for (const double tick : plot.y.ticks()) {
        canvas.line(plot_left, plot.y.place(tick), plot_right, plot.y.place(tick), {});
    }
    canvas.close();
    canvas.open("soft");
    canvas.line(plot_left, plot.bottom, plot_right, plot.bottom, {});
    for (const double tick : plot.y.ticks()) {
        canvas.text(plot_left - 8, plot.y.place(tick) + 4, tick_text(tick, picture.unit), text_size,
                    Anchor::end);
    }
    for (const double tick : x_ticks(picture, plot)) {
        canvas.line(plot.x.place(tick), plot.bottom, plot.x.place(tick), plot.bottom + 5, {});
        canvas.text(plot.x.place(tick), plot.bottom + 20, tick_text(tick, ""), text_size, Anchor::middle);
    }
    canvas.text((plot_left + plot_right) / 2, plot.bottom + 40, "workers", text_size, Anchor::middle);
    canvas.close();
}

std::string step(const char* command, const Plot& plot, int workers, double value) {
    return command + coordinate(plot.x.place(workers)) + " " + coordinate(plot.y.place(value));
}

std::string line_through(const Plot& plot, const std::vector<Point>& points) {
    std::string data;
    for (const Point& point : points) {
        data += step(data.empty() ? "M" : "L", plot, point.workers, point.value.value);
    }
    return data;
}

/// Along the upper ends and back along the lower ones, wherever neighbouring points have intervals.
std::string band_of(const Plot& plot, const std::vector<Point>& points) {
    std::string data;
    for (auto begin = points.begin(); begin != points.end();) {
        const auto has_none = [](const Point& point) { return !point.value.has_interval(); };
        const auto end = std::find_if(begin, points.end(), has_none);
        const char* command = "M";
        for (auto point = begin; point != end; ++point, command = "L") {
            data += step(command, plot, point->workers, *point->value.high);
        }
        for (auto point = end; point != begin;) {
            --point;
            data += step("L", plot, point->workers, *point->value.low);
        }
        data += begin == end ? "" : "Z";
        begin = std::find_if_not(end, points.end(), has_none);
    }
    return data;
}

std::string series_attributes(const Series& series) {
    return fmt::format(" data-interpreter=\"{}\" data-build=\"{}\" data-mode=\"{}\"",
                       escaped(series.interpreter), bench::name_of(series.build),
                       bench::name_of(series.mode));
}

void draw_series(const Picture& picture, const Series& series, const Plot& plot, Canvas& canvas) {
    if (series.points.empty()) {
        return;
    }
    const Group& group = picture.groups[series.group];
    canvas.open(fmt::format("series {}", bench::name_of(series.mode)), series_attributes(series));
    if (const std::string band = band_of(plot, series.points); !band.empty()) {
        canvas.area(band, band_opacity);
    }
    canvas.path(line_through(plot, series.points), look_of(group));
    const double radius = series.points.size() > many_points ? 2.6 : 4;
    for (const Point& point : series.points) {
        canvas.marker(series.mode, group.build == bench::Build::ft, plot.x.place(point.workers),
                      plot.y.place(point.value.value), radius, data_of(point), tip_of(point, picture.unit));
    }
    canvas.close();
}

void draw_reference(const Reference& reference, const LineLook& look, const Plot& plot, Canvas& canvas) {
    if (!reference.points.empty()) {
        canvas.path(line_through(plot, reference.points), look);
    }
}

double draw_reference_key(const Reference& reference, const LineLook& look, double y, Canvas& canvas) {
    if (reference.points.empty()) {
        return y;
    }
    canvas.line(key_left, y - 4, key_left + sample_width, y - 4, look);
    canvas.text(key_left + sample_width + 8, y, reference.label, text_size);
    return y + key_line;
}

void draw_series_key(const Series& series, const Group& group, double y, Canvas& canvas) {
    canvas.open(bench::name_of(series.mode));
    if (!series.points.empty()) {
        canvas.line(key_left, y - 4, key_left + sample_width, y - 4, look_of(group));
        canvas.marker(series.mode, group.build == bench::Build::ft, key_left + sample_width / 2, y - 4, 4, {},
                      {});
    }
    const char* const addition = series.points.empty() ? ": not available" : "";
    canvas.text(key_left + sample_width + 8, y, fmt::format("{}{}", bench::name_of(series.mode), addition),
                text_size);
    canvas.close();
}

double draw_group_key(const Picture& picture, std::size_t group, double y, Canvas& canvas) {
    canvas.open("ink");
    for (const std::string& line :
         lines_of(picture.groups[group].title, page_width - key_left - 8, bold_text_size)) {
        canvas.text(key_left, y, line, text_size, Anchor::start, true);
        y += key_line;
    }
    canvas.close();
    for (const Series& series : picture.series) {
        if (series.group == group) {
            draw_series_key(series, picture.groups[group], y, canvas);
            y += key_line;
        }
    }
    return y + key_line / 3;
}

double draw_key(const Picture& picture, double top, Canvas& canvas) {
    double y = top + text_size;
    for (std::size_t group = 0; group < picture.groups.size(); ++group) {
        const bool has_series = std::any_of(picture.series.begin(), picture.series.end(),
                                            [=](const Series& series) { return series.group == group; });
        y = has_series ? draw_group_key(picture, group, y, canvas) : y;
    }
    canvas.open("soft");
    y = draw_reference_key(picture.ideal, ideal_look(), y, canvas);
    y = draw_reference_key(picture.machine, machine_look(), y, canvas);
    y = draw_reference_key(picture.baseline, baseline_look(), y, canvas);
    canvas.close();
    return y;
}

}  // namespace

double draw_curves(const Picture& picture, double top, Canvas& canvas) {
    const Plot plot = plot_of(picture, top + margin);
    draw_axes(picture, plot, canvas);
    canvas.begin_window(plot_left - 6, plot.top - 6, plot_right - plot_left + 12,
                        plot.bottom - plot.top + 12);
    canvas.open("soft");
    draw_reference(picture.ideal, ideal_look(), plot, canvas);
    draw_reference(picture.machine, machine_look(), plot, canvas);
    draw_reference(picture.baseline, baseline_look(), plot, canvas);
    canvas.close();
    for (const Series& series : picture.series) {
        draw_series(picture, series, plot, canvas);
    }
    canvas.end_window();
    const double key_bottom = draw_key(picture, plot.top, canvas);
    return std::max(plot.bottom + 44, key_bottom);
}

}  // namespace gilscope::chart
