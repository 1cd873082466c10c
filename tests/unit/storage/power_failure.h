// An operating system layer for SQLite that knows what a power failure would leave of every file: what was
// synced, and any part of what was not.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace gilscope::tests {

/// Registered with SQLite for as long as it lives; one at a time. Thread-safe.
class PowerFailureLayer {
  public:
    PowerFailureLayer();
    ~PowerFailureLayer();
    PowerFailureLayer(const PowerFailureLayer&) = delete;
    PowerFailureLayer& operator=(const PowerFailureLayer&) = delete;

    /// For storage::Place::system_layer.
    static const char* name() { return "power failure"; }

    /// Copies what would be left of the files of a database now, with its path there. With `seed` 0 nothing
    /// that was not synced; else some sectors of it, torn apart by chance.
    void copy_remains(const std::filesystem::path& database, const std::filesystem::path& directory,
                      unsigned seed) const;

    /// Every write past so many bytes from now on fails as on a full disk; negative: none does.
    void set_room(long long bytes);

    struct State;  ///< the layer's own

  private:
    std::shared_ptr<State> state_;
};

}  // namespace gilscope::tests
