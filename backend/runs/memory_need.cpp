#include "runs/memory_need.h"

#include <fmt/format.h>

#include <algorithm>

#include "runs/errors.h"

namespace gilscope::runs {
namespace {

constexpr std::int64_t bytes_per_mib = 1'048'576;

std::int64_t cell_need(bench::Mode mode, int workers, const EngineMemory& engine) {
    const bool one_each = mode == bench::Mode::interpreters || mode == bench::Mode::processes;
    return engine.shared_bytes + engine.private_bytes * (one_each ? workers : 1);
}

}  // namespace

std::int64_t memory_need_bytes(int workers, const std::vector<bench::Mode>& modes,
                               const std::vector<EngineMemory>& engines) {
    std::int64_t bytes = 0;
    for (const EngineMemory& engine : engines) {
        for (const bench::Mode mode : modes) {
            bytes += cell_need(mode, workers, engine);
        }
    }
    return bytes;
}

void check_memory(const std::vector<int>& workers, const std::vector<bench::Mode>& modes,
                  const std::vector<EngineMemory>& engines, std::int64_t available_bytes) {
    const auto fits = [&](int count) { return memory_need_bytes(count, modes, engines) <= available_bytes; };
    const auto too_many = std::find_if_not(workers.begin(), workers.end(), fits);
    if (too_many == workers.end()) {
        return;
    }
    int most = *too_many - 1;
    while (most > 0 && !fits(most)) {
        --most;
    }
    throw InvalidRequest(
        {{"workers", fmt::format("{} would need up to {} MiB of memory, and {} MiB are available; {}",
                                 fmt::join(too_many, workers.end(), ", "),
                                 memory_need_bytes(workers.back(), modes, engines) / bytes_per_mib,
                                 available_bytes / bytes_per_mib,
                                 most > 0 ? fmt::format("up to {} fit", most) : "not even 1 fits")}});
}

}  // namespace gilscope::runs
