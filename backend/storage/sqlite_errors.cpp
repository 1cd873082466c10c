#include "storage/sqlite_errors.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "storage/errors.h"

namespace gilscope::storage {

namespace {

bool means_no_room(int system_error) {
    return system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
}

/// What SQLite says, and what the system said to SQLite.
std::string reason(const SQLite::Exception& error, int system_error) {
    return system_error == 0 ? std::string(error.what())
                             : fmt::format("{}: {}", error.what(), std::strerror(system_error));
}

[[noreturn]] void throw_full() {
    throw Full("there is no room left for the database; make room on its disk and try again");
}

}  // namespace

void throw_as_ours(const SQLite::Exception& error, int system_error) {
    switch (error.getErrorCode() & 0xff) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL:
            throw Busy("another process holds the database; try again later");
        case SQLITE_FULL:
            throw_full();
        case SQLITE_NOTADB:
            throw Broken("it is not a database of gilscope's; choose another file with --db");
        case SQLITE_CORRUPT:
            throw Broken(
                "the database is damaged; stop the server, then restore the file from a copy or move it "
                "away");
        case SQLITE_READONLY:
        case SQLITE_PERM:
            throw Broken(
                fmt::format("the database cannot be written ({}); check the permissions of the file and of "
                            "its directory",
                            error.what()));
        case SQLITE_CANTOPEN:
        case SQLITE_IOERR:
            if (means_no_room(system_error)) {
                throw_full();
            }
            throw Broken(
                fmt::format("the database cannot be read or written ({}); check the disk and the permissions",
                            reason(error, system_error)));
        default:
            throw Error(fmt::format("the database failed: {}", error.what()));
    }
}

}  // namespace gilscope::storage
