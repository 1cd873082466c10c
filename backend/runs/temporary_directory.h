// A private folder that goes away with its owner, or, if that was killed, with the next one who makes such a
// folder.
#pragma once

#include <filesystem>

#include "system/file_descriptor.h"

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
    system::FileDescriptor lock_;  ///< held while the owner lives: the kernel lets go of it, whatever happens
};

}  // namespace gilscope::runs
