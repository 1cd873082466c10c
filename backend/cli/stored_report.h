// Reports in files.
#pragma once

#include <filesystem>

#include "bench/report.h"

namespace gilscope::cli {

/// Throws std::runtime_error naming the file and what is wrong with it, in one sentence.
bench::Report stored_report(const std::filesystem::path& file);
/// The same from what an interrupted run has left behind.
bench::Report interrupted_report(const std::filesystem::path& file);

}  // namespace gilscope::cli
