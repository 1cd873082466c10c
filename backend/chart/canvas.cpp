#include "chart/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "chart/svg_text.h"
#include "text/text.h"

namespace gilscope::chart {
namespace {

struct Colour {
    std::string_view name;
    std::string_view light;
    std::string_view dark;
};

/// Each has a contrast of at least 4.5 to 1 with its paper, but for the grid.
constexpr std::array colours{
    Colour{"ink", "#1f2328", "#e6edf3"},       Colour{"soft", "#59636e", "#9da7b3"},
    Colour{"grid", "#d8dee4", "#2f3742"},      Colour{"sequential", "#59636e", "#b7c0cb"},
    Colour{"threads", "#0b5cc0", "#6cb6ff"},   Colour{"interpreters", "#a8480a", "#ffb265"},
    Colour{"processes", "#14752f", "#5fd38d"},
};
constexpr std::string_view light_paper = "#ffffff";
constexpr std::string_view dark_paper = "#0d1117";

std::string_view light(std::string_view name) {
    const auto found = std::find_if(colours.begin(), colours.end(),
                                    [&](const Colour& colour) { return colour.name == name; });
    return found == colours.end() ? colours.front().light : found->light;
}

std::string dark_style() {
    std::string rules;
    for (const Colour& colour : colours) {
        rules += fmt::format(".gilscope-chart .{}{{color:{}}}", colour.name, colour.dark);
    }
    return fmt::format(
        "<style>@media (prefers-color-scheme:dark){{{0}.gilscope-chart .paper{{fill:{1}}}"
        ".gilscope-chart .halo{{stroke:{1}}}}}</style>",
        rules, dark_paper);
}

std::string_view name_of(Anchor anchor) {
    return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

std::string dash_attribute(const LineLook& look) {
    return look.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", look.dashes);
}

/// A shape for each mode, about its middle.
std::string shape(bench::Mode mode, double x, double y, double r) {
    const auto at = [&](double dx, double dy) {
        return coordinate(x + dx * r) + " " + coordinate(y + dy * r);
    };
    switch (mode) {
        case bench::Mode::threads:
            return fmt::format("M{}A{} {} 0 1 1 {}A{} {} 0 1 1 {}Z", at(-1, 0), coordinate(r), coordinate(r),
                               at(1, 0), coordinate(r), coordinate(r), at(-1, 0));
        case bench::Mode::interpreters:
            return fmt::format("M{}L{}L{}L{}Z", at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9));
        case bench::Mode::processes:
            return fmt::format("M{}L{}L{}Z", at(0, -1.2), at(1.15, 0.9), at(-1.15, 0.9));
        case bench::Mode::sequential:
            return fmt::format("M{}L{}L{}L{}Z", at(0, -1.2), at(1.2, 0), at(0, 1.2), at(-1.2, 0));
    }
    return "";
}

std::string fill_attributes(bool hollow) {
    return hollow ? fmt::format("class=\"paper\" fill=\"{}\" stroke=\"currentColor\" stroke-width=\"1.6\"",
                                light_paper)
                  : "fill=\"currentColor\"";
}

}  // namespace

void Canvas::open(std::string_view colour, std::string_view more_attributes) {
    fmt::format_to(std::back_inserter(body_), "<g class=\"{}\" color=\"{}\"{}>\n", colour,
                   light(colour.substr(colour.rfind(' ') + 1)), more_attributes);
}

void Canvas::close() {
    body_ += "</g>\n";
}

void Canvas::text(double x, double y, std::string_view content, double size, Anchor anchor, bool bold) {
    fmt::format_to(
        std::back_inserter(body_),
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\"{} fill=\"currentColor\">{}</text>\n",
        coordinate(x), coordinate(y), coordinate(size), name_of(anchor), bold ? " font-weight=\"600\"" : "",
        escaped(content));
}

void Canvas::text_with_halo(double x, double y, std::string_view content, double size) {
    fmt::format_to(std::back_inserter(body_),
                   "<text x=\"{}\" y=\"{}\" font-size=\"{}\" class=\"halo\" stroke=\"{}\" stroke-width=\"5\" "
                   "stroke-linejoin=\"round\" paint-order=\"stroke\" fill=\"currentColor\">{}</text>\n",
                   coordinate(x), coordinate(y), coordinate(size), light_paper, escaped(content));
}

void Canvas::line(double x1, double y1, double x2, double y2, const LineLook& look) {
    path(fmt::format("M{} {}L{} {}", coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2)), look);
}

void Canvas::path(std::string_view data, const LineLook& look) {
    fmt::format_to(std::back_inserter(body_),
                   "<path d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" "
                   "stroke-linejoin=\"round\"{}/>\n",
                   data, coordinate(look.width), dash_attribute(look));
}

void Canvas::area(std::string_view data, double opacity) {
    fmt::format_to(std::back_inserter(body_), "<path d=\"{}\" fill=\"currentColor\" fill-opacity=\"{}\"/>\n",
                   data, coordinate(opacity));
}

void Canvas::marker(bench::Mode mode, bool hollow, double x, double y, double radius, std::string_view data,
                    std::string_view tip) {
    fmt::format_to(std::back_inserter(body_), "<path d=\"{}\" {}{}>", shape(mode, x, y, radius),
                   fill_attributes(hollow), data);
    body_ += tip.empty() ? "</path>\n" : fmt::format("<title>{}</title></path>\n", escaped(tip));
}

void Canvas::bar(double x, double y, double width, double height, bool hollow, std::string_view data,
                 std::string_view tip) {
    fmt::format_to(std::back_inserter(body_),
                   "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}{}><title>{}</title></rect>\n",
                   coordinate(x), coordinate(y), coordinate(width), coordinate(height),
                   fill_attributes(hollow), data, escaped(tip));
}

void Canvas::begin_window(double x, double y, double width, double height) {
    fmt::format_to(std::back_inserter(body_),
                   "<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n",
                   coordinate(x), coordinate(y), coordinate(width), coordinate(height));
}

void Canvas::end_window() {
    body_ += "</svg>\n";
}

std::string Canvas::document(double height, const std::string& title) const {
    const std::string size =
        fmt::format("width=\"{0}\" height=\"{1}\"", coordinate(page_width), coordinate(height));
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gilscope-chart\" role=\"img\" {0} viewBox=\"0 0 "
        "{1} {2}\" "
        "font-family=\"system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', "
        "sans-serif\">\n<title>{3}</title>\n{4}\n"
        "<rect class=\"paper\" {0} fill=\"{5}\"/>\n{6}</svg>\n",
        size, coordinate(page_width), coordinate(height), escaped(title), dark_style(), light_paper, body_);
}

std::string data_of(const Point& point) {
    std::string text =
        fmt::format(" data-workers=\"{}\" data-value=\"{:.6g}\"", point.workers, point.value.value);
    if (point.value.has_interval()) {
        text += fmt::format(" data-low=\"{:.6g}\" data-high=\"{:.6g}\"", *point.value.low, *point.value.high);
    }
    return text;
}

std::string value_text(const bench::Estimate& value, const std::string& unit) {
    return value.has_interval() ? fmt::format("{}{} [{}–{}]", figure(value.value), unit, figure(*value.low),
                                              figure(*value.high))
                                : figure(value.value) + unit;
}

std::string tip_of(const Point& point, const std::string& unit) {
    return text::counted(point.workers, "worker") + ": " + value_text(point.value, unit);
}

LineLook look_of(const Group& group) {
    static constexpr std::array<std::array<const char*, 3>, 2> dashes{
        {{"", "12 3 2 3", "12 3 2 3 2 3"}, {"7 4", "2 3", "4 2 1 2"}}};
    const auto rank = static_cast<std::size_t>(group.rank) % dashes.front().size();
    return {2, dashes.at(static_cast<std::size_t>(group.build)).at(rank)};
}

}  // namespace gilscope::chart
