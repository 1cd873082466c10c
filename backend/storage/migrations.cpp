#include "storage/migrations.h"

#include <fmt/format.h>

#include <array>

#include "storage/errors.h"

namespace gilscope::storage {

namespace {

// "GILS": tells our files from other programs' (see the pragma application_id).
constexpr std::int64_t our_application = 0x47494c53;

constexpr std::array steps{
    // 1: tasks. Times are microseconds since 1970.
    std::string_view(R"sql(
        CREATE TABLE tasks (
            id TEXT NOT NULL PRIMARY KEY,
            title TEXT NOT NULL,
            description TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'done')),
            priority TEXT NOT NULL CHECK (priority IN ('low', 'medium', 'high')),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tasks_by_status ON tasks (status, id);
    )sql"),
    // 2: runs. Not WITHOUT ROWID, and the report last: a list then never touches the pages that reports fill.
    // `owner` is the process that measures; texts beside names and states are JSON.
    std::string_view(R"sql(
        CREATE TABLE runs (
            id TEXT NOT NULL PRIMARY KEY,
            experiment TEXT NOT NULL,
            name TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
            imported INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            started_at INTEGER,
            finished_at INTEGER,
            owner TEXT NOT NULL,
            request TEXT,
            failure TEXT,
            machine TEXT,
            headline TEXT,
            report TEXT
        ) STRICT;
        CREATE INDEX runs_by_state ON runs (state, id);
    )sql"),
};

std::int64_t number(Connection& connection, std::string_view query) {
    auto rows = connection.query(query);
    return rows.next() ? rows.integer(0) : 0;
}

void refuse_foreign(Connection& connection, std::int64_t version) {
    const bool is_ours = number(connection, "PRAGMA application_id") == our_application;
    const bool is_empty = number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
    if (!is_ours && !is_empty) {
        throw Broken("it belongs to another program; choose another file with --db");
    }
    if (version > static_cast<std::int64_t>(steps.size())) {
        throw Broken(fmt::format(
            "it was written by a newer gilscope (its schema is version {}, this one knows {}); update "
            "gilscope or choose another file with --db",
            version, steps.size()));
    }
}

void climb(Connection& connection) {
    const std::int64_t version = number(connection, "PRAGMA user_version");
    refuse_foreign(connection, version);
    if (version == static_cast<std::int64_t>(steps.size())) {
        return;
    }
    for (auto step = static_cast<std::size_t>(version); step < steps.size(); ++step) {
        connection.run_script(steps[step]);
    }
    connection.run_script(fmt::format("PRAGMA application_id = {}", our_application));
    connection.run_script(fmt::format("PRAGMA user_version = {}", steps.size()));
}

}  // namespace

const std::string_view newest_identifier_query =
    "SELECT max(id) FROM (SELECT max(id) AS id FROM tasks UNION ALL SELECT max(id) FROM runs)";

std::span<const std::string_view> schema_steps() {
    return steps;
}

void migrate(Connection& connection) {
    connection.execute("BEGIN IMMEDIATE");
    try {
        climb(connection);
        connection.execute("COMMIT");
    } catch (...) {
        connection.roll_back();
        throw;
    }
}

}  // namespace gilscope::storage
