// Where `gilscope serve` keeps tasks and runs.
#pragma once

#include <string>

#include "storage/place.h"

namespace gilscope::cli {

/// `option` is what --db said. If that is nothing: gilscope/gilscope.db in the user's data directory
/// (XDG_DATA_HOME, or
/// ~/.local/share), which is made if it isn't there. Throws std::runtime_error with a sentence for the user.
storage::Place database_place(const std::string& option);

}  // namespace gilscope::cli
