// Notices when somebody removes or replaces the files of a database in use: the program would go on writing
// to files that nobody finds again.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace gilscope::storage {

/// Thread-safe once made.
class DatabaseFile {
  public:
    /// Remembers which files are there now: after the database was opened.
    explicit DatabaseFile(const std::filesystem::path& path);

    /// Throws Broken if one of them isn't there any more or is another one. Costs microseconds.
    void check() const;

  private:
    using Identity = std::pair<unsigned long long, unsigned long long>;  ///< device and number on it
    static std::optional<Identity> identity_of(const std::filesystem::path& path);

    std::vector<std::pair<std::filesystem::path, std::optional<Identity>>> files_;
};

/// Throws Broken with a sentence if no database can be at that path, whatever SQLite would say.
void check_database_path(const std::filesystem::path& path);

}  // namespace gilscope::storage
