// Is the GIL on in an interpreter, and who turned it on.
#pragma once

#include <string>

#include "embed/python_api.h"

namespace gilscope::embed {

struct GilState {
    bool enabled = false;
    std::string enabled_by;  ///< the module whose import turned it on in a free-threaded build, or empty
};

/// Attaches `state`, which belongs to the calling thread, to ask its interpreter. Ask while all workers are
/// parked: any import of an extension turns the GIL on for a moment.
GilState read_gil_state(PyThreadState* state);

}  // namespace gilscope::embed
