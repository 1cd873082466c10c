// The engine programs that are installed, as each describes itself.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/errors.h"

namespace gilscope::engine {

/// One engine program and the interpreter that it embeds.
struct InstalledEngine {
    std::filesystem::path program;
    std::string id;       ///< "3.13", "3.13t": from the file's name, gilscope-engine-<id>
    std::string version;  ///< "3.13.15"
    bool free_threaded = false;
    bool gil_enabled = true;  ///< sys._is_gil_enabled() right after its start
    std::string compiler;
    std::string build_flags;   ///< configure arguments
    std::string optimization;  ///< "PGO+LTO", "-O3", ...
    std::string problem;       ///< why it can't be used, naming the file; empty if it can
};

/// Immutable after discover(): shared freely between threads.
class Registry {
  public:
    /// Starts every gilscope-engine-* of the directory once (side by side) and lets it describe itself.
    /// A missing directory or one without engines gives an empty registry.
    static Registry discover(const std::filesystem::path& directory);

    /// `engines/` beside the running program.
    static std::filesystem::path default_directory();

    explicit Registry(std::vector<InstalledEngine> engines) : engines_(std::move(engines)) {}

    /// All, broken ones included, sorted by version, the standard build before the free-threaded one.
    std::span<const InstalledEngine> engines() const { return engines_; }
    /// Throws EngineError naming the id and what there is instead, or the engine's problem.
    const InstalledEngine& usable(const std::string& id) const;
    /// The newest usable engine of that build. Throws EngineError if there is none.
    const InstalledEngine& newest(bool free_threaded) const;
    bool has(bool free_threaded) const;

  private:
    std::vector<InstalledEngine> engines_;
};

}  // namespace gilscope::engine
