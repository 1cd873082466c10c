#include "http/entity_tags.h"

#include <algorithm>

namespace gilscope::http {

std::optional<EntityTags> EntityTags::from(const Headers& headers, std::string_view name) {
    if (headers.count(name) == 0) {
        return std::nullopt;
    }
    EntityTags tags;
    for (const auto& header : headers) {
        if (equals_ignoring_case(header.name, name)) {
            tags.read(header.value);
        }
    }
    return tags;
}

void EntityTags::read(std::string_view list) {
    any_ = any_ || trim(list) == "*";
    while (!list.empty()) {
        const bool is_weak = list.starts_with("W/");
        const auto tag = list.substr(is_weak ? 2 : 0);
        const auto end = tag.starts_with('"') ? tag.find('"', 1) : std::string_view::npos;
        if (end == std::string_view::npos) {
            list.remove_prefix(1);  // a space, a comma, or something that is no tag
        } else {
            tags_.push_back({std::string(tag.substr(0, end + 1)), is_weak});
            list = tag.substr(end + 1);
        }
    }
}

bool EntityTags::match_strongly(std::string_view tag) const {
    return any_ || std::any_of(tags_.begin(), tags_.end(),
                               [&](const Tag& given) { return !given.is_weak && given.text == tag; });
}

bool EntityTags::match_weakly(std::string_view tag) const {
    return any_ ||
           std::any_of(tags_.begin(), tags_.end(), [&](const Tag& given) { return given.text == tag; });
}

}  // namespace gilscope::http
