// Points in time of runs.
#pragma once

#include <optional>
#include <string>

#include "storage/timestamp.h"

namespace gilscope::runs {

storage::Timestamp current_time();

/// As reports write it: "2025-03-01T09:30:00+00:00", with or without a fraction. Nothing if it is anything
/// else.
std::optional<storage::Timestamp> parse_utc(const std::string& text);

}  // namespace gilscope::runs
