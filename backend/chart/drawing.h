// The parts of a chart; each draws onto the canvas and says how far down it reaches.
#pragma once

#include "chart/canvas.h"
#include "chart/picture.h"

namespace gilscope::chart {

inline constexpr double text_size = 12.5;

/// How the lines to compare with look, in the plot and in the key.
LineLook baseline_look();
LineLook machine_look();
LineLook ideal_look();

/// Title and details. Returns the y below them.
double draw_header(const Picture& picture, Canvas& canvas);
/// Several Ws. Returns the y below it.
double draw_curves(const Picture& picture, double top, Canvas& canvas);
/// One W. Returns the y below it.
double draw_bars(const Picture& picture, double top, Canvas& canvas);

/// "1.5×"
std::string tick_text(double value, const std::string& unit);
/// The largest value of any series, its interval included; with `references` also the machine's.
double highest(const Picture& picture);

}  // namespace gilscope::chart
