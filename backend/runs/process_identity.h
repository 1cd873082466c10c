// Which process is it? A process id alone is used again.
#pragma once

#include <string>

namespace gilscope::runs {

/// Text that no other process of this machine has or will have.
std::string this_process();

/// True if the process that called itself so still runs here. False for text that this_process() never gave.
bool is_running(const std::string& process);

}  // namespace gilscope::runs
