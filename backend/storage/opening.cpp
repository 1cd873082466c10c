#include "storage/opening.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <cerrno>
#include <thread>

#include "storage/errors.h"
#include "storage/migrations.h"
#include "storage/sqlite_errors.h"

namespace gilscope::storage {

namespace {

using Clock = std::chrono::steady_clock;

std::unique_ptr<Connection> open_file(const Place& place) {
    errno = 0;
    try {
        // No mutex: a connection belongs to one thread at a time.
        constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
        return std::make_unique<Connection>(std::make_unique<SQLite::Database>(
            place.path, flags, static_cast<int>(place.patience.count()), place.system_layer));
    } catch (const SQLite::Exception& error) {
        throw_as_ours(error, errno);
    }
}

/// The one statement for which SQLite doesn't wait for others.
void use_write_ahead_log(Connection& connection, const Place& place) {
    const auto deadline = Clock::now() + place.patience;
    while (true) {
        try {
            auto rows = connection.query("PRAGMA journal_mode = WAL");
            rows.next();
            if (!place.is_memory() && rows.text(0) != "wal") {
                throw Broken("its file system can't be used for a database; choose another file with --db");
            }
            return;
        } catch (const Busy&) {
            if (Clock::now() >= deadline) {
                throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
}

}  // namespace

std::unique_ptr<Connection> open_for_writing(const Place& place) {
    auto connection = open_file(place);
    if (connection->is_read_only()) {
        throw Broken(
            "it can only be read; check the permissions of the file, or choose another one with --db");
    }
    use_write_ahead_log(*connection, place);
    // What was answered survives a power failure: each commit waits for the disk.
    connection->run_script(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF");
    // The log is begun anew when it has been written back; what a large one took is given back to the disk
    // then.
    connection->run_script("PRAGMA journal_size_limit = 16777216");
    migrate(*connection);
    return connection;
}

std::unique_ptr<Connection> open_for_reading(const Place& place) {
    auto connection = open_file(place);
    connection->run_script("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF");
    return connection;
}

}  // namespace gilscope::storage
