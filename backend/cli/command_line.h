// From argv to an exit status.
#pragma once

namespace gilscope::cli {

/// Never throws: an error becomes one sentence on standard error and a status of exit_status.h.
int main_program(int count, const char* const* arguments);

}  // namespace gilscope::cli
