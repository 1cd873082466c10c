// From SQLite's error codes to the room's exceptions. Private to the room.
#pragma once

namespace SQLite {
class Exception;
}

namespace gilscope::storage {

/// `system_error` is errno as SQLite left it, 0 if it isn't known: SQLite itself keeps it for some errors
/// only, and a file that may not grow any more is told from a broken disk by nothing else.
[[noreturn]] void throw_as_ours(const SQLite::Exception& error, int system_error);

}  // namespace gilscope::storage
