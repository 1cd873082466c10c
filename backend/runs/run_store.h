// Runs in the database. Every function throws a storage::Error; what a writing one returned from is on the
// disk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/run.h"
#include "storage/storage.h"

namespace gilscope::runs {

/// Thread-safe.
class RunStore {
  public:
    /// The database outlives it.
    explicit RunStore(storage::Database& database);

    /// A new run; the same with its id and created_at. `report`: JSON text, empty for none.
    Run add(Run run, const std::string& report = "");
    /// Its state, its times, and what came of it; never its name. Nothing happens if it isn't there any more.
    void update(const Run& run, const std::string& report = "");
    /// Nothing if there is no such run.
    std::optional<Run> rename(const std::string& id, const std::string& name);

    enum class Removed { yes, not_there, is_live };
    Removed remove(const std::string& id);

    std::optional<Run> find(const std::string& id) const;
    /// The report's JSON text; nothing if there is no such run, empty if it has none.
    std::optional<std::string> report(const std::string& id) const;

    struct Selection {
        std::size_t limit = 100;
        std::string before{};  ///< only ids below this one; empty: all
        std::optional<RunState> state{};
    };
    struct Page {
        std::vector<Run> runs;  ///< newest first
        bool has_more = false;
    };
    Page list(const Selection& selection) const;

    /// Live runs of servers that are no more: failed, interrupted. How many there were.
    int fail_orphans();

  private:
    storage::Database& database_;
    const std::string owner_;
};

}  // namespace gilscope::runs
