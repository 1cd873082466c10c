// Where a database is.
#pragma once

#include <chrono>
#include <string>

namespace gilscope::storage {

struct Place {
    /// A file, made if it isn't there (its directory must be), or ":memory:": gone when it is closed.
    std::string path;
    /// How long to wait for other processes that hold it.
    std::chrono::milliseconds patience{2000};
    /// Name of the operating system layer that SQLite uses; empty: its own. Tests have one that loses power.
    std::string system_layer{};

    bool is_memory() const { return path == ":memory:"; }
};

}  // namespace gilscope::storage
