#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "chart/drawing.h"
#include "chart/scale.h"
#include "chart/svg_text.h"

namespace gilscope::chart {
namespace {

constexpr double bars_left = 130;
constexpr double bars_right = 660;
constexpr double bar_height = 17;
constexpr double row_height = 27;

struct Rows {
    Scale x;
    double top;
    double bottom;
};

void draw_whisker(const Scale& x, const Point& point, double y, Canvas& canvas) {
    if (!point.value.has_interval()) {
        return;
    }
    canvas.open("ink");
    const double low = x.place(*point.value.low);
    const double high = x.place(*point.value.high);
    canvas.line(low, y, high, y, {1.5, ""});
    canvas.line(low, y - 4, low, y + 4, {1.5, ""});
    canvas.line(high, y - 4, high, y + 4, {1.5, ""});
    canvas.close();
}

void draw_figure(const Picture& picture, const Series& series, const Scale& x, double y, Canvas& canvas) {
    const Point& point = series.points.front();
    const Group& group = picture.groups[series.group];
    const std::string attributes =
        fmt::format(" data-interpreter=\"{}\" data-build=\"{}\" data-mode=\"{}\"",
                    escaped(series.interpreter), bench::name_of(series.build), bench::name_of(series.mode));
    canvas.open(fmt::format("series {}", bench::name_of(series.mode)), attributes);
    canvas.bar(bars_left, y - bar_height / 2, std::max(0.5, x.place(point.value.value) - bars_left),
               bar_height, group.build == bench::Build::ft, data_of(point), tip_of(point, picture.unit));
    draw_whisker(x, point, y, canvas);
    canvas.close();
}

/// What stands beside a bar, or instead of it.
std::string text_beside(const Picture& picture, const Series& series) {
    if (!series.points.empty()) {
        return value_text(series.points.front().value, picture.unit);
    }
    const auto lines =
        lines_of("not available: " + series.missing, page_width - bars_left - margin, text_size);
    return lines.front() + (lines.size() > 1 ? " …" : "");
}

double end_of_bar(const Series& series, const Scale& x) {
    if (series.points.empty()) {
        return bars_left;
    }
    const bench::Estimate& value = series.points.front().value;
    return x.place(std::max(value.value, value.high.value_or(0)));
}

/// Calls `draw_title` and `draw_series` with the height of each row, from top to bottom.
template <typename DrawTitle, typename DrawSeries>
void for_each_row(const Picture& picture, double y, DrawTitle draw_title, DrawSeries draw_series) {
    for (std::size_t group = 0; group < picture.groups.size(); ++group) {
        draw_title(picture.groups[group], y);
        y += row_height;
        for (const Series& series : picture.series) {
            if (series.group == group) {
                draw_series(series, y);
                y += row_height;
            }
        }
    }
}

void draw_figures(const Picture& picture, const Scale& x, double y, Canvas& canvas) {
    for_each_row(
        picture, y, [](const Group&, double) {},
        [&](const Series& series, double row) {
            if (!series.points.empty()) {
                draw_figure(picture, series, x, row, canvas);
            }
        });
}

/// Over bars and lines.
void draw_texts(const Picture& picture, const Scale& x, double y, Canvas& canvas) {
    constexpr double down_to_baseline = 4.5;
    canvas.open("ink");
    for_each_row(
        picture, y,
        [&](const Group& group, double row) {
            canvas.text(margin, row + down_to_baseline, group.title, text_size, Anchor::start, true);
        },
        [&](const Series& series, double row) {
            canvas.text(bars_left - 10, row + down_to_baseline, bench::name_of(series.mode), text_size,
                        Anchor::end);
            canvas.text_with_halo(end_of_bar(series, x) + 8, row + down_to_baseline,
                                  text_beside(picture, series), text_size);
        });
    canvas.close();
}

std::size_t rows_of(const Picture& picture) {
    return picture.groups.size() + picture.series.size();
}

void draw_axis(const Picture& picture, const Rows& rows, Canvas& canvas) {
    canvas.open("grid");
    for (const double tick : rows.x.ticks()) {
        canvas.line(rows.x.place(tick), rows.top, rows.x.place(tick), rows.bottom, {});
    }
    canvas.close();
    canvas.open("soft");
    canvas.line(bars_left, rows.top, bars_left, rows.bottom, {});
    for (const double tick : rows.x.ticks()) {
        canvas.text(rows.x.place(tick), rows.bottom + 18, tick_text(tick, picture.unit), text_size,
                    Anchor::middle);
    }
    canvas.close();
}

/// Over the bars, so that they show where a bar reaches further.
void draw_reference(const Reference& reference, const LineLook& look, const Rows& rows, Canvas& canvas) {
    if (!reference.points.empty() && reference.points.front().value.value <= rows.x.high()) {
        const double x = rows.x.place(reference.points.front().value.value);
        canvas.line(x, rows.top, x, rows.bottom, look);
    }
}

double draw_reference_key(const Reference& reference, const LineLook& look, const std::string& unit, double y,
                          Canvas& canvas) {
    if (reference.points.empty()) {
        return y;
    }
    canvas.line(bars_left, y - 4, bars_left + 34, y - 4, look);
    canvas.text(bars_left + 42, y, reference.label + ": " + value_text(reference.points.front().value, unit),
                text_size);
    return y + 19;
}

}  // namespace

double draw_bars(const Picture& picture, double top, Canvas& canvas) {
    double high = highest(picture);
    for (const Point& point : picture.ideal.points) {
        high = std::max(high, std::min(point.value.value, 1.5 * high));
    }
    const double rows_top = top + 4;
    const Rows rows{Scale(0, std::max(high, 1e-9) * 1.02, bars_left, bars_right, false), rows_top,
                    rows_top + static_cast<double>(rows_of(picture)) * row_height + 4};
    const double first_row = rows_top + row_height / 2;
    draw_axis(picture, rows, canvas);
    draw_figures(picture, rows.x, first_row, canvas);
    canvas.open("ink");
    double y = rows.bottom + 44;
    for (const auto& [reference, look] :
         {std::pair(&picture.ideal, ideal_look()), std::pair(&picture.machine, machine_look()),
          std::pair(&picture.baseline, baseline_look())}) {
        draw_reference(*reference, look, rows, canvas);
        y = draw_reference_key(*reference, look, picture.unit, y, canvas);
    }
    canvas.close();
    draw_texts(picture, rows.x, first_row, canvas);
    return y - 12;
}

}  // namespace gilscope::chart
