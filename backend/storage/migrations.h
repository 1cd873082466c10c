// The schema, as the steps that lead to it.
#pragma once

#include <span>
#include <string_view>

#include "storage/connection.h"

namespace gilscope::storage {

/// Step N (counted from 1) leads from version N - 1 to N. A step that was released never changes: append
/// another.
std::span<const std::string_view> schema_steps();

/// One row: the greatest identifier in any table that has some, or NULL.
extern const std::string_view newest_identifier_query;

/// Brings the database to the newest version, in one transaction. Throws Broken if it is newer than that or
/// belongs to another program; whatever happens, its schema is then either the old one or the new one.
void migrate(Connection& connection);

}  // namespace gilscope::storage
