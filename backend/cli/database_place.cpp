#include "cli/database_place.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace gilscope::cli {
namespace {

/// Nothing, unless it is an absolute path: the rule for these variables.
std::filesystem::path directory_in(const char* variable) {
    const char* value = std::getenv(variable);
    const std::filesystem::path path(value == nullptr ? "" : value);
    return path.is_absolute() ? path : std::filesystem::path();
}

std::filesystem::path data_directory() {
    if (const auto data = directory_in("XDG_DATA_HOME"); !data.empty()) {
        return data;
    }
    const auto home = directory_in("HOME");
    if (home.empty()) {
        throw std::runtime_error(
            "there is no place for the database: neither XDG_DATA_HOME nor HOME is set; name a file with "
            "--db");
    }
    return home / ".local" / "share";
}

}  // namespace

storage::Place database_place(const std::string& option) {
    if (!option.empty()) {
        return {.path = option};
    }
    const auto directory = data_directory() / "gilscope";
    std::error_code error;
    if (std::filesystem::create_directories(directory, error)) {
        // What is in it is nobody else's business.
        std::filesystem::permissions(directory, std::filesystem::perms::owner_all, error);
    }
    if (error) {
        throw std::runtime_error("the directory of the database cannot be made: " + directory.string() +
                                 ": " + error.message() + "; name a file elsewhere with --db");
    }
    return {.path = directory / "gilscope.db"};
}

}  // namespace gilscope::cli
