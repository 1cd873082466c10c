// The room's door: what this machine is, what it is doing, and how much parallelism it has to give.
// Everything reads Linux's /proc and /sys; a file that isn't there makes its figure absent, never an error.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gilscope::machine {

using std::chrono::nanoseconds;

/// CPUs that this process may use, and what limits them.
struct UsableCores {
    double count = 1;        ///< min(affinity, cgroup quota): a decimal, e.g. 1.5
    std::vector<int> cpus;   ///< CPU numbers in the affinity mask
    std::string limited_by;  ///< "online cpus", "affinity", "cgroup v1 quota", "cgroup v2 quota"
};
/// `root` stands before /proc and /sys, so that tests can use a made-up tree (affinity is asked of the
/// kernel).
UsableCores usable_cores(const std::filesystem::path& root = "/");

/// Counters of the whole machine since its start. Differences between two of them describe a window.
struct Counters {
    nanoseconds busy{};  ///< user, nice, system, irq and softirq time of all CPUs; guest time counted once
    nanoseconds steal{};
    std::optional<nanoseconds> pressure;    ///< PSI cpu "some" total
    std::optional<std::int64_t> throttled;  ///< cgroup nr_throttled: how often a quota stopped us
    nanoseconds throttled_time{};           ///< for how long, summed over the CPUs
};
/// Keeps the files open: cheap enough to call right before and after a round. Not thread-safe.
class CounterReader {
  public:
    explicit CounterReader(const std::filesystem::path& root = "/");
    ~CounterReader();
    CounterReader(const CounterReader&) = delete;
    CounterReader& operator=(const CounterReader&) = delete;
    Counters read();

  private:
    struct Files;
    std::unique_ptr<Files> files_;
};

/// What doctor and reports say of the machine.
struct Facts {
    std::string cpu_model;
    int online_cpus = 1;
    UsableCores usable;
    std::string governor;  ///< scaling governor of CPU 0, empty where there is none
    std::string kernel;
    std::string clock_source;
    std::optional<bool> autogroup;  ///< sched_autogroup_enabled
    nanoseconds timer_slack{};
    double load_1m = 0;
    std::int64_t memory_total_bytes = 0;  ///< both: no more than the cgroup's limit leaves
    std::int64_t memory_available_bytes = 0;
    bool virtual_machine = false;
};
Facts facts(const std::filesystem::path& root = "/");

/// Fit to measure on now? Looks at the machine for `window`.
struct Quietness {
    bool quiet = true;
    std::vector<std::string> reasons;  ///< why not, each with its figure
    double others_cores = 0;           ///< cores that others use
    double steal_share = 0;            ///< of all CPU time
    double pressure_share = 0;         ///< of the window
};
Quietness quietness(nanoseconds window = std::chrono::milliseconds(300));

/// Facts and quietness as GET /api/machine shows them (keys: version first; see API.md).
nlohmann::ordered_json to_json(const Facts& facts);
nlohmann::ordered_json to_json(const Quietness& quietness);

}  // namespace gilscope::machine
