// From SQLite's error codes to the room's exceptions. Private to the room.
#pragma once

namespace SQLite {
class Exception;
}

struct sqlite3;

namespace gilscope::storage {

/// `handle` is the connection it happened on; null if there is none (then what the system said isn't known).
[[noreturn]] void throw_as_ours(const SQLite::Exception& error, sqlite3* handle);

}  // namespace gilscope::storage
