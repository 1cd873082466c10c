// Reads what a workload file says of itself, in a throw-away engine: user code runs on import.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/patience.h"
#include "engine/registry.h"
#include "engine/spawner.h"

namespace gilscope::engine {

/// Copyable handle; what it refers to must outlive it.
class Inspector {
  public:
    /// Importing a module should not need more.
    static constexpr std::int64_t default_memory_limit_bytes = std::int64_t{2} << 30;

    Inspector(const Registry& engines, Spawner& spawner,
              std::int64_t memory_limit_bytes = default_memory_limit_bytes)
        : engines_(&engines), spawner_(&spawner), memory_limit_bytes_(memory_limit_bytes) {}

    /// {"docstring": text, "parameters": {name: {"default", "minimum", "maximum", "unit"}}, "compare": bool}.
    /// Throws WorkloadError (with the traceback) if the file doesn't load or has no run(), EngineError if no
    /// engine can be used, Cancelled, or DeadlineExceeded.
    nlohmann::ordered_json inspect(const std::filesystem::path& file, const Patience& patience) const;

  private:
    const Registry* engines_;
    Spawner* spawner_;
    std::int64_t memory_limit_bytes_;
};

}  // namespace gilscope::engine
