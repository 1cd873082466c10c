// Pieces of an SVG document as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gilscope::chart {

/// For attributes and content: the five special characters, and U+FFFD for what XML or UTF-8 doesn't allow.
std::string escaped(std::string_view text);

/// A coordinate: at most two decimals, the same on every machine.
std::string coordinate(double value);

/// A figure for a reader: three digits or so, without trailing zeros: "1.92", "279", "0.045".
std::string figure(double value);

/// Broken at spaces so that each line is at most `width` wide in a sans-serif font of that size; a longer
/// word is cut off with an ellipsis. Widths are estimates: an SVG can't measure its reader's fonts.
std::vector<std::string> lines_of(const std::string& text, double width, double font_size);

}  // namespace gilscope::chart
