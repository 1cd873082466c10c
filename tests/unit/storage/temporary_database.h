// A place for a database that is gone after the test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "storage/storage.h"

namespace gilscope::tests {

class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "gilscope-storage-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) {
            throw std::runtime_error("no temporary directory");
        }
        path_ = pattern;
    }
    ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    std::filesystem::path path() const { return path_; }
    /// Does not wait long for others.
    storage::Place place(const std::string& name = "test.db") const {
        return {.path = (path_ / name).string(), .patience = std::chrono::milliseconds(100)};
    }

  private:
    std::filesystem::path path_;
};

/// Puts a task into the table, with nothing but an identifier that matters. The identifier.
inline std::string insert(storage::Transaction& transaction, const std::string& title = "a") {
    const auto now = transaction.now();
    auto id = transaction.new_identifier(now);
    transaction.connection().execute(
        "INSERT INTO tasks VALUES (?, ?, '', 'pending', 'low', ?, ?)",
        {id, title, storage::to_microseconds(now), storage::to_microseconds(now)});
    return id;
}

inline std::string insert(storage::Database& database, const std::string& title = "a") {
    return database.write([&](storage::Transaction& transaction) { return insert(transaction, title); });
}

inline std::vector<std::string> texts(storage::Database& database, std::string_view query) {
    return database.read([&](storage::Connection& connection) {
        std::vector<std::string> found;
        for (auto rows = connection.query(query); rows.next();) {
            found.push_back(rows.text(0));
        }
        return found;
    });
}

inline std::vector<std::string> ids(storage::Database& database) {
    return texts(database, "SELECT id FROM tasks ORDER BY id");
}

}  // namespace gilscope::tests
