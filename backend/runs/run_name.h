// What a run may be called. Pure.
#pragma once

#include <string>

#include "runs/choices.h"

namespace gilscope::runs {

/// Without white space around it. A problem of the field "name" if it then isn't 1 to 200 characters (code
/// points), or holds control characters. `name` is valid UTF-8.
std::string checked_name(const std::string& name, Problems& problems);

}  // namespace gilscope::runs
