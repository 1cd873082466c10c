// An SVG document while it is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chart/picture.h"

namespace gilscope::chart {

inline constexpr double page_width = 860;
inline constexpr double margin = 16;

/// Where a piece of text is held.
enum class Anchor { start, middle, end };

/// How the lines of a series look.
struct LineLook {
    double width = 1;
    std::string dashes;  ///< empty: solid
};

/// Colours belong to groups ("ink", "soft", "grid" or the name of a mode); what is drawn takes the colour of
/// its group, and everything is ordinary text, lines and shapes. Light colours are attributes, dark ones a
/// style for readers whose system is dark, so a page that shows the picture inline can set its own for the
/// same classes.
class Canvas {
  public:
    /// Groups nest; each open() needs its close().
    void open(std::string_view colour, std::string_view more_attributes = {});
    void close();

    void text(double x, double y, std::string_view content, double size, Anchor anchor = Anchor::start,
              bool bold = false);
    /// Text that stays legible over lines.
    void text_with_halo(double x, double y, std::string_view content, double size);
    void line(double x1, double y1, double x2, double y2, const LineLook& look);
    /// Path data of SVG; `closed_area` is filled faintly instead of drawn along.
    void path(std::string_view data, const LineLook& look);
    void area(std::string_view data, double opacity);
    /// `data`: attributes such as data-workers; `tip`: what a reader's pointer shows.
    void marker(bench::Mode mode, bool hollow, double x, double y, double radius, std::string_view data,
                std::string_view tip);
    void bar(double x, double y, double width, double height, bool hollow, std::string_view data,
             std::string_view tip);
    /// What is drawn until end_window() is cut off at this frame; coordinates stay the same.
    void begin_window(double x, double y, double width, double height);
    void end_window();

    /// The whole document, of that height, with a title for readers who don't see it.
    std::string document(double height, const std::string& title) const;

  private:
    std::string body_;
};

/// " data-workers=... data-value=... data-low=... data-high=..."
std::string data_of(const Point& point);
/// "4 workers: 1.92× [1.9–1.94]"
std::string tip_of(const Point& point, const std::string& unit);
/// "1.92× [1.9–1.94]"
std::string value_text(const bench::Estimate& value, const std::string& unit);

/// Builds are told apart by dashes, so that a picture printed in black can be read.
LineLook look_of(const Group& group);

}  // namespace gilscope::chart
