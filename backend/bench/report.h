// The one thing that run files, stored rows, exports, charts, the page and verdicts read.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/measurements.h"
#include "bench/scheduling_delay.h"
#include "bench/statistics.h"

namespace gilscope::bench {

inline constexpr int report_schema = 2;

/// An interpreter that took part, as its engine described itself.
struct InterpreterFacts {
    std::string id;       ///< "3.13t"
    std::string version;  ///< "3.13.15"
    Build build = Build::gil;
    std::string compiler;
    std::string build_flags;   ///< configure arguments
    std::string optimization;  ///< "PGO+LTO", "-O3", ...: what must match for two builds to be compared
};

struct WorkloadFacts {
    std::string name;
    std::string title;
    nlohmann::ordered_json parameters;
};

struct Warning {
    std::string code;  ///< "machine_busy", "gil_reenabled", "too_small", "disturbed", "different_builds", ...
    std::string message;  ///< what was seen, with figures
    std::string remedy;   ///< what to do about it
    std::string cell;     ///< to_string(cell), or empty when it is about the whole run

    bool operator==(const Warning&) const = default;
};

struct Evidence {
    std::string name;  ///< "speedup", "cores_used", ...
    double value = 0;
    std::string unit;  ///< "x", "cores", "%", "" ...
};

/// What the figures of one interpreter's cells support, and no more.
struct Verdict {
    std::string interpreter;
    Build build = Build::gil;
    int workers = 1;  ///< W of the cells that it is about
    std::string
        kind;  ///< "scales", "lock_bound", "io_bound", "machine_limited", "too_small", "inconclusive", ...
    std::string sentence;         ///< one sentence, with figures
    std::string advice;           ///< one sentence
    std::optional<Mode> fastest;  ///< nothing when the intervals don't tell modes apart
    std::vector<Evidence> evidence;
};

/// One cell's summary; times are block medians over the counted blocks.
struct CellSummary {
    CellFacts facts;
    bool gil_enabled = false;
    double share_of_machine = 0;  ///< speedup ÷ machine parallelism at its W; 0 when left out
    std::optional<Estimate>
        time_ms;  ///< wall time of one round (scaled for a scaled sequential cell); none if unavailable
    double best_ms = 0;
    std::optional<Estimate> speedup;  ///< none for an unavailable cell or one without a baseline
    std::optional<Estimate>
        speedup_against_gil;  ///< ft cells: against the GIL build's sequential time, if comparable
    double cores_used = 0;
    double cpu_against_sequential = 0;  ///< CPU time per unit of work ÷ sequential's; 0 when unknown
    double run_queue_share = 0;         ///< run-queue delay ÷ (W × wall); W is 1 for a sequential cell
    double voluntary_switches = 0;      ///< median per round
    double collection_share = 0;        ///< time in the collector ÷ wall
    double setup_ms = 0;
    double memory_mib = 0;
    double peak_mib = 0;
    std::optional<SchedulingDelay> scheduling_delay;  ///< none where no round was observed: in a quick look
};

/// What the machine gave to W native threads that share nothing.
struct MachineParallelism {
    int workers = 1;
    Estimate value;
};

/// What a confirming run does differently, to test a verdict.
enum class Change {
    collector_off,    ///< no automatic garbage collection
    private_modules,  ///< each worker thread has a copy of the workload's module to itself
    one_worker,       ///< one worker thread alone, against the main thread
};

struct Confirmation;

struct Report {
    std::string experiment = "compare";  ///< "compare" (one W) or "sweep" (several)
    std::string gilscope_version;
    std::string started_at;  ///< ISO 8601, UTC
    std::string finished_at;
    std::string state = "done";  ///< "done", "cancelled" (what was measured until then) or "failed"
    WorkloadFacts workload;
    std::vector<InterpreterFacts> interpreters;
    nlohmann::ordered_json machine;  ///< what machine/ said of it at the start; opaque here
    Measurements measurements;
    std::optional<Estimate> machine_parallelism;                     ///< at the largest W
    std::vector<MachineParallelism> machine_parallelism_by_workers;  ///< where it was measured, ascending
    std::vector<CellSummary> cells;                                  ///< in the order of measurements.cells
    std::vector<Verdict>
        verdicts;  ///< one an interpreter and W, in the order of interpreters, then ascending W
    std::vector<Warning> warnings;
    std::vector<Confirmation> confirmations;  ///< runs that test the verdicts
    std::string stopped_because;  ///< "converged", "budget_used", "too_disturbed", "cancelled", ...
    std::string output;           ///< what the user's code printed, bounded

    /// Of all Ws together.
    int counted_blocks() const;
    int disturbed_blocks() const;
    /// Of one W.
    int counted_blocks(int workers) const;
    int disturbed_blocks(int workers) const;
    /// Of the W that has fewest.
    int fewest_counted_blocks() const;
    std::optional<Estimate> machine_parallelism_at(int workers) const;
};

/// A small run of its own with one thing changed: sequential and threads of one interpreter.
struct Confirmation {
    Change change = Change::collector_off;
    std::string interpreter;
    int workers = 1;  ///< W of the verdict that it tests
    Report run;       ///< its measurements, and what follows from them
};

/// The verdict to show where there is room for one an interpreter: at the largest W that the machine can run
/// at the same time, which tells most; null if there is none.
const Verdict* main_verdict(const Report& report, const std::string& interpreter);

/// Fills everything that follows from report.measurements: summaries, machine parallelism, verdicts,
/// warnings. Warnings already there (from the machine) are kept in front. May be called again when more
/// blocks are there.
void summarize(Report& report);

/// True if the two interpreters differ in nothing but the GIL: same version, compiler and optimisation.
bool comparable(const InterpreterFacts& a, const InterpreterFacts& b);

/// The GIL interpreter of the report that `interpreter` is comparable() with; null if there is none.
const InterpreterFacts* comparable_gil_interpreter(const Report& report, const std::string& interpreter);

/// The versioned JSON, samples as columns; report.schema.json beside this file describes it.
nlohmann::ordered_json to_json(const Report& report);

/// The same as the text of a file: a member a line, but a list of figures on one line. Ends with a newline.
std::string to_text(const Report& report);

}  // namespace gilscope::bench
