// The room's door: one database for all that Gilscope keeps, and the only room that knows SQLite.
//
// What write() returned from is on the disk and survives the death of this process, and of the machine.
// Readers never wait for writers. Several processes may use one file; each waits for the others' commits, up
// to Place::patience.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "storage/connection.h"
#include "storage/errors.h"
#include "storage/identifier.h"
#include "storage/place.h"
#include "storage/timestamp.h"
#include "storage/transaction.h"

namespace gilscope::storage {

/// Thread-safe.
class Database {
  public:
    /// Opens the database, or makes it, and brings its schema up to date. Throws a storage::Error with a
    /// sentence for the user that names the path.
    explicit Database(Place place);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// The absolute path of its file, or ":memory:".
    const std::string& path() const { return place_.path; }

    /// Calls `operation(Transaction&)` on the writer's thread, and returns what it returned once that is on
    /// the disk. Throws what the operation threw (then nothing of it is kept), Busy, Full or Broken.
    /// Operations of other callers may share the commit, never the fate. Not from within an operation.
    template <typename Operation>
    std::invoke_result_t<Operation&, Transaction&> write(Operation operation) {
        if constexpr (std::is_void_v<std::invoke_result_t<Operation&, Transaction&>>) {
            write_operation(std::ref(operation));
        } else {
            std::optional<std::invoke_result_t<Operation&, Transaction&>> result;
            write_operation([&](Transaction& transaction) { result.emplace(operation(transaction)); });
            return std::move(*result);
        }
    }

    /// Calls `operation(Connection&)` on the caller's thread and returns what it returned. Every query in it
    /// sees what was committed when it began. Keep it short: few readers exist. Throws what the operation
    /// threw, or Broken. Not from within another operation.
    template <typename Operation>
    std::invoke_result_t<Operation&, Connection&> read(Operation operation) {
        const Reading reading(*this);
        return operation(reading.connection());
    }

  private:
    struct Parts;

    /// Has a connection to read with, for as long as it lives.
    class Reading {
      public:
        explicit Reading(Database& database) : database_(database), connection_(database.borrow()) {}
        ~Reading() { database_.give_back(connection_); }
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;
        Connection& connection() const { return connection_; }

      private:
        Database& database_;
        Connection& connection_;
    };

    Connection& borrow();
    void give_back(Connection& connection) noexcept;
    void write_operation(const std::function<void(Transaction&)>& operation);

    Place place_;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gilscope::storage
