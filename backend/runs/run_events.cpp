#include "runs/run_events.h"

#include "runs/run.h"

namespace gilscope::runs {

using Json = nlohmann::ordered_json;

Json round_event(const FinishedRound& round) {
    Json cells = Json::array();
    for (const FinishedRound::Time& time : round.times) {
        cells.push_back({{"interpreter", time.cell.interpreter},
                         {"build", bench::name_of(time.cell.build)},
                         {"mode", bench::name_of(time.cell.mode)},
                         {"workers", time.cell.workers},
                         {"wall_ms", std::chrono::duration<double, std::milli>(time.wall).count()}});
    }
    return {{"block", round.block}, {"round", round.round}, {"cells", std::move(cells)}};
}

std::string partial_event(const bench::Report& so_far) {
    bench::Report summary;  // without the measurements, so that no sample becomes JSON
    summary.cells = so_far.cells;
    summary.machine_parallelism = so_far.machine_parallelism;
    summary.warnings = so_far.warnings;
    const Json whole = bench::to_json(summary);
    Json partial;
    partial["cells"] = whole.at("cells");
    for (Json& cell : partial["cells"]) {
        cell.erase("blocks");
        cell.erase("samples");
    }
    partial["machine_parallelism"] = whole.at("machine_parallelism");
    partial["machine_parallelism"].erase("spins");
    partial["warnings"] = whole.at("warnings");
    return dump(partial);
}

}  // namespace gilscope::runs
