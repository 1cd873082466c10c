// Connections that only read: they see what is committed and wait for no writer.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "storage/connection.h"
#include "storage/place.h"

namespace gilscope::storage {

/// Thread-safe. Opened when needed, kept, and lent to one thread at a time.
class Readers {
  public:
    explicit Readers(Place place);

    /// Waits while all of them are in use. Throws a storage::Error if another one can't be opened.
    Connection& borrow();
    /// Every borrowed one comes back.
    void give_back(Connection& connection) noexcept;

  private:
    // A query takes some 10 µs of CPU time: more of them at once than there are cores gain nothing but open
    // files.
    static constexpr std::size_t most = 8;

    const Place place_;
    std::mutex mutex_;
    std::condition_variable came_back_;
    std::vector<std::unique_ptr<Connection>> all_;
    std::vector<Connection*> idle_;
};

}  // namespace gilscope::storage
