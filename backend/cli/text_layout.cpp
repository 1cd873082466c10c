#include "cli/text_layout.h"

#include <algorithm>

namespace gilscope::cli {
namespace {

constexpr std::size_t columns = 80;

/// Code points, which is what takes up columns in the texts that we print.
std::size_t width_of(const std::string& text) {
    std::size_t width = 0;
    for (const char byte : text) {
        width += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
    }
    return width;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent) {
    std::string result;
    std::string line;
    bool first = true;
    for (std::size_t position = 0; position <= text.size();) {
        const std::size_t end = std::min(text.find(' ', position), text.size());
        const std::string word = text.substr(position, end - position);
        position = end + 1;
        if (!first && width_of(line) + 1 + width_of(word) > columns && width_of(line) > indent) {
            result += line + "\n";
            line = std::string(indent, ' ') + word;
            continue;
        }
        line += (first ? "" : " ") + word;
        first = false;
    }
    return result + line + "\n";
}

}  // namespace gilscope::cli
