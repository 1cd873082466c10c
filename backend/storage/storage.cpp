#include "storage/storage.h"

#include <fmt/format.h>

#include <filesystem>
#include <mutex>

#include "storage/database_file.h"
#include "storage/opening.h"
#include "storage/readers.h"
#include "storage/writer.h"

namespace gilscope::storage {

namespace {

/// Absolute: SQLite then never takes it for a URI, and changing the directory changes nothing.
Place absolute(Place place) {
    if (!place.is_memory()) {
        place.path = std::filesystem::absolute(place.path).lexically_normal().string();
    }
    return place;
}

std::unique_ptr<Connection> open(const Place& place) {
    if (!place.is_memory()) {
        check_database_path(place.path);
    }
    return open_for_writing(place);
}

template <typename Kind>
[[noreturn]] void rethrow_with_path(const Kind& error, const std::string& path) {
    throw Kind(fmt::format("cannot open the database {}: {}", path, error.what()));
}

}  // namespace

/// In the order in which they stand on each other. A database in memory belongs to the one connection that
/// made it: readers and the writer take turns with it.
struct Database::Parts {
    explicit Parts(const Place& place) : connection(open(place)), readers(place) {
        if (!place.is_memory()) {
            file.emplace(place.path);
        }
        writer.emplace(*connection, use, file ? &*file : nullptr);
    }

    std::unique_ptr<Connection> connection;
    std::mutex use;
    std::optional<DatabaseFile> file;
    Readers readers;
    std::optional<Writer> writer;
};

Database::Database(Place place) : place_(absolute(std::move(place))) {
    try {
        parts_ = std::make_unique<Parts>(place_);
    } catch (const Busy& error) {
        rethrow_with_path(error, place_.path);
    } catch (const Full& error) {
        rethrow_with_path(error, place_.path);
    } catch (const Broken& error) {
        rethrow_with_path(error, place_.path);
    } catch (const Error& error) {
        rethrow_with_path(error, place_.path);
    }
}

Database::~Database() = default;

void Database::write_operation(const std::function<void(Transaction&)>& operation) {
    parts_->writer->run(operation);
}

Connection& Database::borrow() {
    if (place_.is_memory()) {
        parts_->use.lock();
        return *parts_->connection;
    }
    parts_->file->check();
    return parts_->readers.borrow();
}

void Database::give_back(Connection& connection) noexcept {
    if (place_.is_memory()) {
        parts_->use.unlock();
    } else {
        parts_->readers.give_back(connection);
    }
}

}  // namespace gilscope::storage
