// Where a report goes, and what is left of it if the program dies before.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "bench/journal.h"
#include "cli/output_file.h"
#include "runs/compare.h"

namespace gilscope::cli {

/// What `gilscope finish` asks for: the file's name with this behind it.
inline constexpr const char* journal_suffix = ".partial";

/// While the run lasts, a line a round is appended to FILE.partial, which `gilscope finish` can turn into a
/// report. It goes away with this object: only a crash leaves it behind.
class ReportFile {
  public:
    /// As OutputFile, for --json. Throws std::runtime_error also if an earlier run has left its lines behind.
    explicit ReportFile(const std::string& path);
    ~ReportFile();
    ReportFile(const ReportFile&) = delete;
    ReportFile& operator=(const ReportFile&) = delete;

    /// Between two rounds. Throws std::runtime_error if the disk is full.
    void note(const runs::RunProgress& progress);
    void write(const std::string& text) { output_.write(text); }

  private:
    OutputFile output_;
    std::filesystem::path journal_path_;  // empty: there is no file to lose
    std::ofstream journal_file_;
    bench::Journal journal_;
};

}  // namespace gilscope::cli
