#include "cli/installation.h"

#include <stdexcept>

#include "engine/registry.h"

namespace gilscope::cli {
namespace {

std::filesystem::path program_directory() {
    return engine::Registry::default_directory().parent_path();
}

}  // namespace

std::filesystem::path engines_directory(const Places& places) {
    return places.engines.empty() ? engine::Registry::default_directory() : places.engines;
}

engine::Registry installed_engines(const Places& places) {
    const auto directory = engines_directory(places);
    auto engines = engine::Registry::discover(directory);
    if (engines.engines().empty()) {
        throw engine::EngineError(
            "there are no engines in " + directory.string() +
            "; build them with scripts/setup, or name another directory with --engines");
    }
    return engines;
}

std::vector<std::filesystem::path> workload_directories(const Places& places) {
    std::vector<std::filesystem::path> directories{program_directory() / "workloads"};
    for (const auto& directory : places.workloads) {
        if (!std::filesystem::is_directory(directory)) {
            throw std::runtime_error("--workloads: there is no directory " + directory.string());
        }
        directories.push_back(directory);
    }
    return directories;
}

std::filesystem::path frontend_directory() {
    return program_directory() / "frontend";
}

}  // namespace gilscope::cli
