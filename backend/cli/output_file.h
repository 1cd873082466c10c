// Where a result goes.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace gilscope::cli {

/// Opened before the work, so that a path that can't be written is found out then. A regular file is written
/// whole beside its place and renamed (a reader never sees half of one); a device, a pipe or a descriptor is
/// written to directly. Nothing is left behind if it is never filled.
class OutputFile {
  public:
    /// Empty: nowhere; "-": standard output. Throws std::runtime_error naming the option and the path.
    OutputFile(std::string option, const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws std::runtime_error if the text can't be written.
    void write(const std::string& text);

    /// The file that will be there in the end, links resolved; empty if it is none.
    const std::filesystem::path& target() const { return target_; }

  private:
    [[noreturn]] void fail() const;

    std::string option_;
    std::string path_;
    std::filesystem::path target_;
    std::filesystem::path unfinished_;  // empty: written directly
    std::ofstream stream_;
};

}  // namespace gilscope::cli
