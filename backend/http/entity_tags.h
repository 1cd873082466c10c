// If-Match and If-None-Match. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace gilscope::http {

/// The entity tags that a request names.
class EntityTags {
  public:
    /// Of all headers of that name; nothing if there is none. What is no entity tag matches nothing.
    static std::optional<EntityTags> from(const Headers& headers, std::string_view name);

    /// `tag` with its quotes. For If-Match: weak tags don't match.
    bool match_strongly(std::string_view tag) const;
    /// For If-None-Match.
    bool match_weakly(std::string_view tag) const;

  private:
    struct Tag {
        std::string text;  ///< with its quotes, without W/
        bool is_weak = false;
    };
    void read(std::string_view list);

    bool any_ = false;  ///< "*"
    std::vector<Tag> tags_;
};

}  // namespace gilscope::http
