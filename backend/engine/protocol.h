// What the host and an engine program must agree on; the only header that both include.
//
// Control: newline-delimited JSON over one socket (control_descriptor). The host sends commands, the engine
// answers each with one event; `round` is answered twice (armed, round).
//
//   host                                            engine
//   start  {protocol, crew, workers, first_worker,  started {version, free_threaded, gil_enabled}
//           all_workers, cpus, hash_seed,           or refused {message}
//           pycache_prefix, host_group}
//   load   {file, parameters, change}               ready {setup_ns} or failed {...}
//   call   {}                                       called {call_ns, cpu_ns} or failed {...} (calibration)
//   inspect {file}                                  workload {docstring, parameters, compare} or failed {...}
//                                                   (no setup() is called)
//   round  {number, calls}                          armed {}, then round {checksums, gil_enabled,
//   gil_enabled_by,
//                                                   cpu_ns, cpu_in_all_ns (with what came after the last
//                                                   finish)} or failed {...}
//   round  {number, calls, probe_interval_ns}       the same, observed: the process with the cell's first
//                                                   worker adds {wake_late_ns, lock_wait_ns}, two lists with
//                                                   an entry a sample of its probe (see embed/probe.h)
//   end    {}                                       (flushes the interpreters' output and exits with 0)
//
//   failed {kind: "workload" | "unavailable" | "engine", message, traceback, module}
//
// Time: shared memory (shared_memory_descriptor), one SharedRound a cell. All workers of a cell, in whatever
// process, wait on the one word `release`, so that every mode is started in the same way.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace gilscope::engine {

inline constexpr int protocol_version = 4;
inline constexpr int control_descriptor = 3;
inline constexpr int shared_memory_descriptor = 4;
inline constexpr int max_cell_workers = 256;

/// Longest line that either side accepts.
inline constexpr std::size_t max_message_bytes = 1 << 20;

/// A probe takes no more samples in one round, so that they fit into a message.
inline constexpr std::size_t most_probe_samples = 4096;

/// Environment variable with "host:port" of the loopback upstream.
inline constexpr std::string_view upstream_variable = "GILSCOPE_UPSTREAM";

/// Who makes the calls inside one engine process.
enum class Crew : std::int8_t {
    main_thread,   ///< the main thread alone: sequential, and each process of `processes`
    threads,       ///< OS threads, each with its own thread state of the main interpreter
    interpreters,  ///< OS threads, each with its own interpreter and GIL
};

constexpr std::string_view name_of(Crew crew) {
    switch (crew) {
        case Crew::threads:
            return "threads";
        case Crew::interpreters:
            return "interpreters";
        case Crew::main_thread:
            break;
    }
    return "main_thread";
}

/// What is different about an engine that tests an explanation (command `load`).
enum class Change : std::int8_t {
    none,
    collector_off,    ///< automatic garbage collection is off; before each round it still collects
    private_modules,  ///< each worker thread has a copy of the workload's module to itself
};

constexpr std::string_view name_of(Change change) {
    switch (change) {
        case Change::collector_off:
            return "collector_off";
        case Change::private_modules:
            return "private_modules";
        case Change::none:
            break;
    }
    return "none";
}

/// One worker's figures of one round. Written by that worker; valid for the host once `finished` counts it.
struct WorkerRecord {
    std::int64_t started_ns = 0;   ///< CLOCK_MONOTONIC, thread state attached
    std::int64_t finished_ns = 0;  ///< CLOCK_MONOTONIC, after the last call
    std::int64_t user_cpu_ns = 0;
    std::int64_t system_cpu_ns = 0;
    std::int64_t run_queue_delay_ns = 0;
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;
    std::int64_t collections =
        0;  ///< of its interpreter; where workers share one, the first worker has them all
    std::int64_t collection_ns = 0;
};

/// The shared memory of a cell.
struct SharedRound {
    std::atomic<std::uint32_t> release = 0;   ///< futex: the number of the round that may run
    std::atomic<std::uint32_t> finished = 0;  ///< futex: workers that have finished it
    std::int64_t released_ns = 0;  ///< CLOCK_MONOTONIC, written by the host just before the release
    WorkerRecord workers[max_cell_workers];
};

static_assert(std::is_standard_layout_v<SharedRound>);
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "a futex word must be a plain 32-bit integer");

}  // namespace gilscope::engine
