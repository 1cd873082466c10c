// Names the module whose import turned the GIL back on in a free-threaded build.
#pragma once

#include <string>

namespace gilscope::embed {

/// Wraps the extension loader of the calling thread's interpreter. Do it before user code is imported;
/// attached. Does nothing in a standard build. Doesn't rely on the RuntimeWarning, which users filter.
void install_gil_watch();

/// The first module that turned it on in this interpreter, or empty; attached.
std::string gil_enabled_by();

}  // namespace gilscope::embed
