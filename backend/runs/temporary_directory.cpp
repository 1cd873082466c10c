#include "runs/temporary_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>
#include <system_error>

namespace gilscope::runs {

namespace {

constexpr const char* name_pattern = "gilscope-XXXXXX";

/// One that is younger may belong to someone who is about to lock it.
constexpr auto least_age = std::chrono::minutes(1);

/// Opens and locks the folder; not open if another process has the lock, or if it isn't a folder of ours.
system::FileDescriptor lock_folder(const std::filesystem::path& path) {
    system::FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    const bool is_ours =
        folder.is_open() && ::fstat(folder.get(), &status) == 0 && status.st_uid == ::geteuid();
    if (!is_ours || ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) {
        folder.close();
    }
    return folder;
}

bool is_old(const system::FileDescriptor& folder) {
    struct stat status {};
    return ::fstat(folder.get(), &status) == 0 &&
           std::time(nullptr) - status.st_mtime > std::chrono::seconds(least_age).count();
}

bool has_our_name(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const std::string pattern(name_pattern);
    const std::size_t prefix = pattern.find('X');
    return name.size() == pattern.size() && name.compare(0, prefix, pattern, 0, prefix) == 0;
}

/// Removes what killed processes have left.
void sweep(const std::filesystem::path& parent) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(parent, ignored)) {
        if (!has_our_name(entry.path())) {
            continue;
        }
        const system::FileDescriptor folder = lock_folder(entry.path());
        if (folder.is_open() && is_old(folder)) {
            std::filesystem::remove_all(entry.path(), ignored);
        }
    }
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
    const std::filesystem::path parent = std::filesystem::temp_directory_path();
    sweep(parent);
    std::string pattern = (parent / name_pattern).string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(),
                                "no temporary directory can be made at " + pattern);
    }
    path_ = pattern;
    lock_ = lock_folder(path_);
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace gilscope::runs
