#include "embed/gil_state.h"

#include "embed/gil_watch.h"
#include "embed/main_interpreter.h"
#include "embed/thread_state.h"

namespace gilscope::embed {

GilState read_gil_state(PyThreadState* state) {
    const Attached attached(state);
    return {is_gil_enabled(), gil_enabled_by()};
}

}  // namespace gilscope::embed
