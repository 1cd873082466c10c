#include "storage/database_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "storage/errors.h"

namespace gilscope::storage {

std::optional<DatabaseFile::Identity> DatabaseFile::identity_of(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        return std::nullopt;
    }
    return Identity(found.st_dev, found.st_ino);
}

DatabaseFile::DatabaseFile(const std::filesystem::path& path) {
    // The log beside it holds what was written last: without it, that is lost.
    for (const auto& file : {path, std::filesystem::path(path.string() + "-wal")}) {
        files_.emplace_back(file, identity_of(file));
    }
}

void DatabaseFile::check() const {
    for (const auto& [file, identity] : files_) {
        if (!identity || identity_of(file) != identity) {
            throw Broken(
                "the database file was removed or replaced while the server ran; put it back, or restart the "
                "server to begin with what is there now");
        }
    }
}

void check_database_path(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status)) {
        throw Broken("it is a directory; name a file in it with --db");
    }
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        throw Broken("it is not an ordinary file; choose another one with --db");
    }
    const auto directory = path.parent_path();
    if (!std::filesystem::is_directory(directory, ignored)) {
        throw Broken(fmt::format("there is no directory {}; make it, or choose another file with --db",
                                 directory.string()));
    }
}

}  // namespace gilscope::storage
