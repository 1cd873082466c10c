#include "events/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace gilscope::events {

std::string event_text(std::uint64_t id, std::string_view name, std::string_view data) {
    return fmt::format("id: {}\n{}", id, event_text(name, data));
}

std::string event_text(std::string_view name, std::string_view data) {
    auto text = fmt::format("event: {}\n", name);
    for (;;) {
        const auto end = std::min(data.find_first_of("\r\n"), data.size());
        text += fmt::format("data: {}\n", data.substr(0, end));
        if (end == data.size()) {
            return text + "\n";
        }
        data.remove_prefix(end + (data.substr(end).starts_with("\r\n") ? 2 : 1));
    }
}

std::string comment_text(std::string_view comment) {
    return fmt::format(": {}\n\n", comment);
}

}  // namespace gilscope::events
