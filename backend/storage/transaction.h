// What an operation that writes gets to work with.
#pragma once

#include <string>

#include "storage/connection.h"
#include "storage/identifier.h"
#include "storage/timestamp.h"

namespace gilscope::storage {

/// Times and identifiers that rise in the order in which operations are committed. For the writer's thread.
class Stamps {
  public:
    /// The time now, and at least a microsecond later than any that was given before.
    Timestamp now();
    std::string new_identifier(Timestamp now) { return identifiers_.next(now); }
    void stay_after(std::string_view identifier) { identifiers_.stay_after(identifier); }

  private:
    Timestamp last_;
    IdentifierSource identifiers_;
};

/// Valid during the operation only.
class Transaction {
  public:
    Transaction(Connection& connection, Stamps& stamps) : connection_(connection), stamps_(stamps) {}

    Connection& connection() const { return connection_; }
    /// Later than every time that operations before this one got.
    Timestamp now() const { return stamps_.now(); }
    /// Sorts after every identifier in the database.
    std::string new_identifier(Timestamp now) const { return stamps_.new_identifier(now); }

  private:
    Connection& connection_;
    Stamps& stamps_;
};

}  // namespace gilscope::storage
