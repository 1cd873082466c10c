#include "chart/chart.h"

#include <algorithm>

#include "chart/drawing.h"
#include "chart/svg_text.h"

namespace gilscope::chart {
namespace {

constexpr double title_size = 17;
constexpr double line_height = 1.35;

double draw_lines(const std::string& text, double y, double size, bool bold, Canvas& canvas) {
    for (const std::string& line : lines_of(text, page_width - 2 * margin, size)) {
        canvas.text(margin, y, line, size, Anchor::start, bold);
        y += size * line_height;
    }
    return y;
}

}  // namespace

LineLook baseline_look() {
    return {1, ""};
}

LineLook machine_look() {
    return {2, "2 3"};
}

LineLook ideal_look() {
    return {1, "9 5"};
}

std::string tick_text(double value, const std::string& unit) {
    return figure(value) + unit;
}

double highest(const Picture& picture) {
    double value = 0;
    for (const Series& series : picture.series) {
        for (const Point& point : series.points) {
            value = std::max(value, point.value.high.value_or(point.value.value));
        }
    }
    for (const Reference* reference : {&picture.baseline, &picture.machine}) {
        for (const Point& point : reference->points) {
            value = std::max(value, point.value.value);
        }
    }
    return value;
}

double draw_header(const Picture& picture, Canvas& canvas) {
    canvas.open("ink");
    double y = draw_lines(picture.title, margin + title_size, title_size, true, canvas);
    canvas.close();
    canvas.open("soft");
    for (const std::string& detail : picture.details) {
        y = draw_lines(detail, y, text_size, false, canvas);
    }
    canvas.close();
    return y;
}

std::string svg(const std::vector<const bench::Report*>& reports, Kind kind) {
    const Picture picture = picture_of(reports, kind);
    Canvas canvas;
    const double top = draw_header(picture, canvas);
    double bottom = top;
    if (picture.workers.empty()) {
        const char* const why =
            kind == Kind::efficiency
                ? "No share of the machine is known: that takes 6 blocks, and workers that keep cores busy."
                : "Nothing was measured that could be drawn.";
        canvas.open("ink");
        canvas.text(margin, top + 2 * margin, why, text_size);
        canvas.close();
        bottom = top + 3 * margin;
    } else {
        bottom = (picture.workers.size() > 1 ? draw_curves : draw_bars)(picture, top, canvas);
    }
    return canvas.document(bottom + margin, picture.title);
}

std::string svg(const bench::Report& report, Kind kind) {
    return svg(std::vector{&report}, kind);
}

}  // namespace gilscope::chart
