#include "storage/connection.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include <cerrno>
#include <utility>

#include "storage/sqlite_errors.h"

namespace gilscope::storage {

namespace {

void bind(SQLite::Statement& statement, int place, const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        statement.bind(place, *number);
    } else if (const auto* real = std::get_if<double>(&value)) {
        statement.bind(place, *real);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        statement.bind(place, *text);
    } else {
        statement.bind(place);
    }
}

}  // namespace

template <typename Work>
auto Connection::guarded(Work work) const {
    errno = 0;  // so that what it is afterwards comes from this work
    try {
        return work();
    } catch (const SQLite::Exception& error) {
        throw_as_ours(error, errno);
    }
}

Rows::Rows(Connection& connection, std::unique_ptr<SQLite::Statement> statement)
    : connection_(&connection), statement_(std::move(statement)) {}

Rows::Rows(Rows&& other) noexcept = default;

Rows::~Rows() {
    if (statement_) {
        connection_->give_back(std::move(statement_));
    }
}

bool Rows::next() {
    return connection_->guarded([&] { return statement_->executeStep(); });
}

bool Rows::is_null(int column) const {
    return connection_->guarded([&] { return statement_->isColumnNull(column); });
}

std::int64_t Rows::integer(int column) const {
    return connection_->guarded([&] { return statement_->getColumn(column).getInt64(); });
}

double Rows::real(int column) const {
    return connection_->guarded([&] { return statement_->getColumn(column).getDouble(); });
}

std::string Rows::text(int column) const {
    return connection_->guarded([&] { return statement_->getColumn(column).getString(); });
}

Connection::Connection(std::unique_ptr<SQLite::Database> database) : database_(std::move(database)) {}

Connection::~Connection() = default;

Rows Connection::query(std::string_view sql, std::initializer_list<Value> values) {
    return Rows(*this, prepared(sql, values));
}

int Connection::execute(std::string_view sql, std::initializer_list<Value> values) {
    const int before = database_->getTotalChanges();
    query(sql, values).next();
    return database_->getTotalChanges() - before;
}

void Connection::run_script(std::string_view sql) {
    guarded([&] { database_->exec(std::string(sql)); });
}

bool Connection::is_in_transaction() const {
    return sqlite3_get_autocommit(database_->getHandle()) == 0;
}

void Connection::roll_back() noexcept {
    if (is_in_transaction()) {
        database_->tryExec("ROLLBACK");
    }
}

bool Connection::is_read_only() const {
    return sqlite3_db_readonly(database_->getHandle(), "main") == 1;
}

std::unique_ptr<SQLite::Statement> Connection::prepared(std::string_view sql,
                                                        std::initializer_list<Value> values) {
    return guarded([&] {
        const std::string text(sql);
        auto& idle = idle_[text];
        std::unique_ptr<SQLite::Statement> statement;
        if (idle.empty()) {
            statement = std::make_unique<SQLite::Statement>(*database_, text);
        } else {
            statement = std::move(idle.back());
            idle.pop_back();
        }
        int place = 0;
        for (const Value& value : values) {
            bind(*statement, ++place, value);
        }
        return statement;
    });
}

void Connection::give_back(std::unique_ptr<SQLite::Statement> statement) noexcept {
    statement->tryReset();
    try {
        statement->clearBindings();
        idle_[statement->getQuery()].push_back(std::move(statement));
    } catch (...) {
        // It is prepared again when it is asked for.
    }
}

}  // namespace gilscope::storage
