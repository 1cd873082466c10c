// One connection to the database, without any type of SQLite's: rooms above write SQL, and that is all they
// know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace SQLite {
class Database;
class Statement;
}  // namespace SQLite

namespace gilscope::storage {

/// What stands for a '?' in a statement.
using Value = std::variant<std::nullptr_t, std::int64_t, double, std::string>;

class Connection;

/// The answer to a query, read row by row. Lives no longer than its connection; give it up soon, since it
/// holds on to the state of the database that it began with. Every function throws a storage::Error.
class Rows {
  public:
    Rows(Rows&& other) noexcept;
    Rows& operator=(Rows&&) = delete;
    ~Rows();

    /// Goes to the next row, at first to the first; false if there is none.
    bool next();

    /// Columns count from 0.
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;

  private:
    friend class Connection;
    Rows(Connection& connection, std::unique_ptr<SQLite::Statement> statement);

    Connection* connection_;
    std::unique_ptr<SQLite::Statement> statement_;
};

/// For one thread at a time. Every function throws a storage::Error.
class Connection {
  public:
    explicit Connection(std::unique_ptr<SQLite::Database> database);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    /// `sql` is one statement; prepared once, then reused for every call with the same text. So its values
    /// come as `values`, never within it.
    Rows query(std::string_view sql, std::initializer_list<Value> values = {});
    /// A statement without rows. How many rows it has changed.
    int execute(std::string_view sql, std::initializer_list<Value> values = {});

    /// Any number of statements, prepared for this time only.
    void run_script(std::string_view sql);

    bool is_in_transaction() const;
    /// Ends the transaction, if there is one, without a trace. Never throws.
    void roll_back() noexcept;

    /// True if the file can only be read.
    bool is_read_only() const;

  private:
    friend class Rows;
    template <typename Work>
    auto guarded(Work work) const;
    std::unique_ptr<SQLite::Statement> prepared(std::string_view sql, std::initializer_list<Value> values);
    void give_back(std::unique_ptr<SQLite::Statement> statement) noexcept;

    std::unique_ptr<SQLite::Database> database_;
    /// By their text; those in use are not here.
    std::unordered_map<std::string, std::vector<std::unique_ptr<SQLite::Statement>>> idle_;
};

}  // namespace gilscope::storage
