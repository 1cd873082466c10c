// Opens connections the way all of them must be. Private to the room.
#pragma once

#include <memory>

#include "storage/connection.h"
#include "storage/place.h"

namespace gilscope::storage {

/// The first connection to a database: the one that writes. Makes the file if there is none, and brings its
/// schema up to date. Throws a storage::Error.
std::unique_ptr<Connection> open_for_writing(const Place& place);

/// One more connection to a database in a file that is open for writing; it can't write.
std::unique_ptr<Connection> open_for_reading(const Place& place);

}  // namespace gilscope::storage
