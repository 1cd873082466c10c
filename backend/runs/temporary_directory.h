// A private folder that goes away with its owner.
#pragma once

#include <filesystem>

namespace gilscope::runs {

class TemporaryDirectory {
  public:
    /// Made in the system's folder for temporary files, readable by the user only.
    /// Throws std::system_error if that can't be written to.
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace gilscope::runs
