// Is there enough memory for all the workers that a run asks for? Found out before the first round. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/cell.h"

namespace gilscope::runs {

/// One engine that has run the workload.
struct EngineMemory {
    std::int64_t private_bytes = 0;
    std::int64_t shared_bytes = 0;  ///< file pages, which further engines share
};

/// What the cells of one W are expected to take, all alive at the same time; one entry an interpreter. Each
/// further process or interpreter is taken to need as much private memory as the first: more than was ever
/// seen, since interpreters share the code of what they import.
std::int64_t memory_need_bytes(int workers, const std::vector<bench::Mode>& modes,
                               const std::vector<EngineMemory>& engines);

/// Throws InvalidRequest{"workers"}, naming the W that are too many and the largest that isn't.
void check_memory(const std::vector<int>& workers, const std::vector<bench::Mode>& modes,
                  const std::vector<EngineMemory>& engines, std::int64_t available_bytes);

}  // namespace gilscope::runs
