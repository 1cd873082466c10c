#include "engine/inspector.h"

#include "engine/cell.h"

namespace gilscope::engine {
namespace {

constexpr std::chrono::seconds inspect_within{10};

}  // namespace

nlohmann::ordered_json Inspector::inspect(const std::filesystem::path& file) const {
    const InstalledEngine& engine = engines_->has(false) ? engines_->newest(false) : engines_->newest(true);
    CellPlan plan;
    plan.workload_file = file;
    Patience patience;
    patience.deadline = std::chrono::steady_clock::now() + inspect_within;
    try {
        return Cell::inspect(*spawner_, engine, plan, patience);
    } catch (const DeadlineExceeded&) {
        throw WorkloadError("importing " + file.filename().string() + " took more than 10 s", "");
    }
}

}  // namespace gilscope::engine
