// A task, and what may be said of one.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "storage/timestamp.h"

namespace gilscope::tasks {

inline constexpr std::array<std::string_view, 3> statuses{"pending", "in_progress", "done"};
inline constexpr std::array<std::string_view, 3> priorities{"low", "medium", "high"};

struct Task {
    std::string id;     ///< UUID of version 7: tasks sort by when they were made
    std::string title;  ///< 1 to 200 code points, no white space around them
    std::string description;
    std::string status;    ///< one of statuses
    std::string priority;  ///< one of priorities
    storage::Timestamp created_at;
    storage::Timestamp updated_at;  ///< later than before with every change: tells versions apart
};

/// What a request says; nothing where it is silent.
struct TaskFields {
    std::optional<std::string> title{};
    std::optional<std::string> description{};
    std::optional<std::string> status{};
    std::optional<std::string> priority{};
};

/// As the HTTP contract shows it: the text of a JSON object.
std::string to_json(const Task& task);
/// The same at the end of `text`, for lists.
void append_json(std::string& text, const Task& task);

}  // namespace gilscope::tasks
