// One cell at work: the engine processes of one interpreter, mode and number of workers.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/child_process.h"
#include "engine/errors.h"
#include "engine/patience.h"
#include "engine/protocol.h"
#include "engine/registry.h"
#include "engine/shared_round.h"
#include "engine/spawner.h"

namespace gilscope::engine {

using std::chrono::nanoseconds;

struct CellPlan {
    Crew crew = Crew::main_thread;
    int workers = 1;                 ///< of the whole cell
    bool pool_of_processes = false;  ///< one engine process for each worker
    Change change = Change::none;
    std::vector<int> cpus;  ///< worker i is pinned to cpus[i]; empty: nobody is pinned
    std::uint32_t hash_seed = 0;
    std::filesystem::path pycache_prefix;
    std::filesystem::path workload_file;
    nlohmann::ordered_json parameters;
    std::string upstream;  ///< for workloads that call it; may be empty
    std::int64_t memory_limit_bytes = 0;
};

/// One waking of the probe.
struct ProbeSample {
    nanoseconds wake_late{};  ///< how late the system woke it
    nanoseconds lock_wait{};  ///< how long attaching took, less its own time in the run queue
};

/// One round as the workers and their processes saw it.
struct RoundOutcome {
    std::int64_t released_ns = 0;  ///< CLOCK_MONOTONIC
    std::vector<WorkerRecord> workers;
    nanoseconds process_cpu{};           ///< Σ over the processes, to the last finish
    nanoseconds process_cpu_in_all{};    ///< the same to the answer: checksums come after the last finish
    std::vector<std::string> checksums;  ///< one a worker
    bool gil_enabled = false;
    std::string gil_enabled_by;
    std::vector<ProbeSample> probe;  ///< of an observed round
};

struct Memory {
    std::int64_t bytes = 0;          ///< Σ Pss_Anon + file pages of the largest process
    std::int64_t private_bytes = 0;  ///< Σ Pss_Anon alone
    std::int64_t peak_bytes = 0;     ///< largest VmHWM
};

/// Kills its whole process group when it dies. Not thread-safe. Every waiting call can throw WorkloadError,
/// ModeUnavailable, EngineError, Cancelled or DeadlineExceeded; the cell is of no more use then.
class Cell {
  public:
    /// Starts the engines and loads the workload; returns when all workers could take their first task.
    Cell(Spawner& spawner, const InstalledEngine& engine, const CellPlan& plan, const Patience& patience);
    /// What a workload file says of itself, asked in a throw-away engine.
    static nlohmann::ordered_json inspect(Spawner& spawner, const InstalledEngine& engine,
                                          const CellPlan& plan, const Patience& patience);
    ~Cell();
    Cell(const Cell&) = delete;
    Cell& operator=(const Cell&) = delete;

    /// Making the pool, and the imports in it, cold. One process: as the engine measured it, the workload
    /// being imported already. Several processes: from the first start to the last one ready. The main thread
    /// alone: 0.
    nanoseconds setup() const { return setup_; }

    /// `calls` calls of run() outside any round, on the main thread: wall time and CPU time.
    struct CallTimes {
        nanoseconds wall{};
        nanoseconds cpu{};
    };
    CallTimes call(std::int64_t calls, const Patience& patience);

    /// One round. `on_armed` is called when all workers are parked, just before the release, `on_finished`
    /// right after the last one has finished: for reading the machine's counters.
    RoundOutcome run_round(std::int64_t calls, const Patience& patience,
                           const std::function<void()>& on_armed, const std::function<void()>& on_finished);

    /// One round beside a probe that wakes up at this interval, in the process of the first worker. The
    /// probe costs the workers time: never a round whose times count.
    RoundOutcome observed_round(std::int64_t calls, nanoseconds probe_interval, const Patience& patience);

    Memory memory() const;

    /// Lets the engines flush what user code printed, and ends them.
    void end();
    /// What user code has printed on standard output and error, bounded.
    std::string printed() const;

  private:
    /// Engines that have started Python, and loaded nothing.
    struct JustStarted {};
    Cell(JustStarted, Spawner& spawner, const InstalledEngine& engine, const CellPlan& plan,
         const Patience& patience);
    void spawn_all(const InstalledEngine& engine);
    void start(const Patience& patience);
    void load(const Patience& patience);
    void send_to_all(const nlohmann::ordered_json& command);
    RoundOutcome round(nlohmann::ordered_json command, const Patience& patience,
                       const std::function<void()>& on_armed, const std::function<void()>& on_finished);
    /// One event of every process, in order. Throws what a `failed` or `refused` event or a death says.
    std::vector<nlohmann::ordered_json> gather(const std::string& event, const Patience& patience);
    bool poll_once(std::vector<nlohmann::ordered_json>& events, const Patience& patience);
    void check_limits(const Patience& patience) const;
    [[noreturn]] void report_death(ChildProcess& process);
    [[noreturn]] void report_failure(const nlohmann::ordered_json& event);
    void kill_group();

    Spawner& spawner_;
    CellPlan plan_;
    std::string engine_id_;
    std::filesystem::path program_;
    SharedRoundMemory memory_;
    std::vector<ChildProcess> processes_;
    std::vector<bool> started_;
    pid_t group_ = 0;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    nanoseconds setup_{};
    std::uint32_t round_ = 0;
};

}  // namespace gilscope::engine
