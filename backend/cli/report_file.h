// Where a report goes.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace gilscope::cli {

/// Opened before the first round, so that a path that can't be written is found out then. A regular file is
/// written whole beside its place and renamed (a reader never sees half of one); a device, a pipe or a
/// descriptor is written to directly. Nothing is left behind if it is never filled.
class ReportFile {
  public:
    /// Empty: nowhere; "-": standard output. Throws std::runtime_error naming the path.
    explicit ReportFile(const std::string& path);
    ~ReportFile();
    ReportFile(const ReportFile&) = delete;
    ReportFile& operator=(const ReportFile&) = delete;

    /// Throws std::runtime_error if the text can't be written.
    void write(const std::string& text);

  private:
    [[noreturn]] void fail() const;

    std::string path_;
    std::filesystem::path target_;   // links resolved
    std::filesystem::path partial_;  // empty: written directly
    std::ofstream stream_;
};

}  // namespace gilscope::cli
