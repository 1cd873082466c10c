// Where the parts of an installed (or just built) Gilscope are: beside its program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/registry.h"

namespace gilscope::cli {

/// Options that several commands share.
struct Places {
    std::filesystem::path engines;                 ///< empty: engines/ beside the program
    std::vector<std::filesystem::path> workloads;  ///< besides the shipped ones
};

std::filesystem::path engines_directory(const Places& places);
/// Throws engine::EngineError naming the directory if it holds no engine at all.
engine::Registry installed_engines(const Places& places);
/// The shipped workloads first. Throws std::runtime_error for a directory that isn't there.
std::vector<std::filesystem::path> workload_directories(const Places& places);
std::filesystem::path frontend_directory();

}  // namespace gilscope::cli
