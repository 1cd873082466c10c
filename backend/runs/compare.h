// The `compare` experiment: the chosen modes under the chosen interpreters at one number of workers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/plan.h"
#include "bench/report.h"
#include "engine/registry.h"
#include "engine/spawner.h"
#include "runs/workload_catalog.h"

namespace gilscope::runs {

inline constexpr int max_workers = 256;

struct CompareRequest {
    Workload workload;
    nlohmann::ordered_json parameters;  ///< complete (see complete_parameters)
    int workers = 2;
    std::vector<bench::Mode> modes;         ///< sequential is added where missing: it is everyone's baseline
    std::vector<std::string> interpreters;  ///< ids of installed engines
    bench::Budget budget;
    bool pin = true;
    std::int64_t memory_limit_bytes = 0;  ///< for one cell; 0: half of what is available at the start
    std::chrono::nanoseconds deadline =
        std::chrono::hours(1);  ///< for the whole run, the wait for its turn left out
};

/// A round that has just ended: each cell's wall time in it (scaled for a scaled sequential cell).
struct FinishedRound {
    struct Time {
        bench::Cell cell;
        std::chrono::nanoseconds wall{};
    };
    int block = 0;  ///< 1-based, as is round
    int round = 0;
    std::vector<Time> times;  ///< unavailable cells are left out
};

/// What a run is doing right now. Sent only between rounds, from the thread that runs it.
struct RunProgress {
    std::string phase;  ///< "waiting", "calibrating", "starting", "warming up", "measuring",
                        ///< "observing", "confirming"
    int block = 0;      ///< 1-based; counted and disturbed ones; 0 before and after them
    int blocks_expected = 0;
    int round = 0;
    int rounds = 0;
    int workers = 0;  ///< of the block; 0 outside of one
    std::chrono::nanoseconds elapsed{};
    std::chrono::nanoseconds remaining{};     ///< an estimate; 0 when there is none yet
    std::optional<FinishedRound> finished{};  ///< since the last call
    const bench::Report* so_far =
        nullptr;  ///< summarized at block ends, else null; valid during the call only
    // What was measured, not summarized; valid during the call only. Null while the run waits for its turn
    // and while verdicts are confirmed.
    const bench::Report* raw = nullptr;
    const bench::Block* open_block = nullptr;  ///< the one that is being measured, its rounds so far; or null
};
using ProgressListener = std::function<void(const RunProgress&)>;

/// What a run needs of its surroundings. All references outlive the run.
struct Surroundings {
    const engine::Registry& engines;
    engine::Spawner& spawner;
    std::string
        upstream;  ///< "127.0.0.1:PORT" of the loopback upstream that http_roundtrip calls; may be empty
};

/// Runs it, holding the machine-wide lock. Returns a report with state "done", "cancelled" (stop was
/// requested: what was measured until then) or "deadline" (the same, too late). Throws WorkloadFailed,
/// ChecksumMismatch, InvalidRequest or engine::EngineError. No engine process is left behind, whatever
/// happens.
bench::Report run_compare(const CompareRequest& request, const Surroundings& surroundings,
                          std::stop_token stop, const ProgressListener& listener);

}  // namespace gilscope::runs
