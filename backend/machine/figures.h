// Single figures of the machine that several files here need. Inside this room only.
#pragma once

#include <filesystem>

namespace gilscope::machine {

/// CPUs that the machine has switched on, whether or not this process may use them. At least 1.
int online_cpus(const std::filesystem::path& root);

/// Over the last minute.
double load_average(const std::filesystem::path& root);

}  // namespace gilscope::machine
