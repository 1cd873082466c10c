// The workloads that can be run by name, and what each one's PARAMS allow.
#pragma once

#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/inspector.h"
#include "runs/run_queue.h"

namespace gilscope::runs {

/// One entry of a workload's PARAMS.
struct Parameter {
    std::string name;
    nlohmann::ordered_json default_value;
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::string unit;
};

struct Workload {
    std::string name;  ///< the file's name without .py
    std::filesystem::path file;
    std::string title;        ///< first line of the module's docstring
    std::string description;  ///< the rest of it
    std::vector<Parameter> parameters;
    std::string
        problem;  ///< why it can't be run (a syntax error, no run()), with the traceback; empty if it can
};

/// Thread-safe. Reading can throw what engine::Inspector throws, but for faults of the user's code, which
/// become the workload's `problem`. A file is read by a throw-away engine when it is first asked for, and
/// again when it has changed: by one caller at a time. The others wait for as long as their patience says,
/// and throw engine::Cancelled when they are told to stop.
class WorkloadCatalog {
  public:
    /// Later directories win where names are equal.
    WorkloadCatalog(std::vector<std::filesystem::path> directories, engine::Inspector inspector);

    /// Every ordinary file *.py of the directories whose name begins with neither underscore nor dot, sorted
    /// by name. One that goes while it is looked at isn't there.
    std::vector<Workload> list(const engine::Patience& patience = {});
    /// By name, or nothing.
    std::optional<Workload> find(const std::string& name, const engine::Patience& patience = {});
    /// A file anywhere, for the command line. Throws InvalidRequest{"workload"} if it can't be read.
    Workload load(const std::filesystem::path& file, const engine::Patience& patience = {});

  private:
    struct Known {
        std::filesystem::file_time_type changed;
        Workload workload;
    };
    RunQueue::Place take_turn(const engine::Patience& patience);
    /// In one's turn. Nothing if the file is gone.
    std::optional<Workload> read(const std::filesystem::path& file, const engine::Patience& patience);

    std::vector<std::filesystem::path> directories_;
    engine::Inspector inspector_;
    RunQueue readers_{std::numeric_limits<std::size_t>::max()};
    std::map<std::filesystem::path, Known> known_;  ///< for whoever's turn it is
};

/// The full parameters: defaults filled in, everything given checked. Adds each problem to `problems`
/// (parameter name -> what is wrong). Values may be JSON strings, as the command line and a query give them.
nlohmann::ordered_json complete_parameters(const Workload& workload, const nlohmann::ordered_json& given,
                                           std::map<std::string, std::string>& problems);

/// GET /api/workloads
nlohmann::ordered_json to_json(const Workload& workload);

}  // namespace gilscope::runs
