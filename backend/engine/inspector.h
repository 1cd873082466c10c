// Reads what a workload file says of itself, in a throw-away engine: user code runs on import.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/registry.h"
#include "engine/spawner.h"

namespace gilscope::engine {

/// Copyable handle; what it refers to must outlive it.
class Inspector {
  public:
    Inspector(const Registry& engines, Spawner& spawner) : engines_(&engines), spawner_(&spawner) {}

    /// {"docstring": text, "parameters": {name: {"default", "minimum", "maximum", "unit"}}, "compare": bool}.
    /// Throws WorkloadError (with the traceback) if the file doesn't load or has no run(), EngineError if no
    /// engine can be used.
    nlohmann::ordered_json inspect(const std::filesystem::path& file) const;

  private:
    const Registry* engines_;
    Spawner* spawner_;
};

}  // namespace gilscope::engine
