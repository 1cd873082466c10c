// The text of a report file. Written on a line each, a million figures would take up twice the room.

#include <algorithm>
#include <string>

#include "bench/json_parts.h"
#include "bench/report.h"

namespace gilscope::bench {
namespace {

void write(const Json& value, std::size_t indent, std::string& text);

/// User code can print, and parameters can hold, what isn't UTF-8.
std::string compact(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename WriteOne>
void write_lines(const Json& container, const char* brackets, std::size_t indent, std::string& text,
                 WriteOne write_one) {
    text += brackets[0];
    const char* separator = "\n";
    for (const auto& item : container.items()) {
        text += separator + std::string(indent + 1, ' ');
        write_one(item);
        separator = ",\n";
    }
    text += "\n" + std::string(indent, ' ') + brackets[1];
}

void write(const Json& value, std::size_t indent, std::string& text) {
    const bool is_flat =
        std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); });
    if (value.empty() || !value.is_structured() || (value.is_array() && is_flat)) {
        text += compact(value);
    } else if (value.is_array()) {
        write_lines(value, "[]", indent, text,
                    [&](const auto& item) { write(item.value(), indent + 1, text); });
    } else {
        write_lines(value, "{}", indent, text, [&](const auto& item) {
            text += compact(item.key()) + ": ";
            write(item.value(), indent + 1, text);
        });
    }
}

}  // namespace

std::string to_text(const Report& report) {
    std::string text;
    write(to_json(report), 0, text);
    return text + "\n";
}

}  // namespace gilscope::bench
