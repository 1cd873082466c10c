// One engine process's life under a host: commands in, events out.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "embed/collection_monitor.h"
#include "embed/control.h"
#include "embed/crew.h"
#include "embed/probe.h"
#include "embed/shared_cell.h"
#include "embed/workload.h"

namespace gilscope::embed {

/// Runs on the main thread. Never destroyed: serve() ends the process.
class Session {
  public:
    explicit Session(Control& control) : control_(control) {}

    /// Starts Python as the first command says, then obeys until `end`.
    [[noreturn]] void serve();

  private:
    void start(const nlohmann::json& command);
    void obey(const nlohmann::json& command);
    void load(const nlohmann::json& command);
    void inspect(const nlohmann::json& command);
    void call(const nlohmann::json& command);
    void round(const nlohmann::json& command);
    std::unique_ptr<Probe> probe_for(const nlohmann::json& command, const RoundOrder& order) const;
    [[noreturn]] void end();
    void load_in_main_interpreter(const std::filesystem::path& file);

    Control& control_;
    const AllowedCpus cpus_ = AllowedCpus::of_this_thread();  // before the main thread may be pinned
    CrewPlan plan_;
    int all_workers_ = 1;
    PyThreadState* main_state_ = nullptr;  // the main thread's own; CPython owns it
    Workload workload_;
    CollectionMonitor monitor_;
    std::unique_ptr<SharedCell> cell_;
    std::unique_ptr<Crew> crew_;
};

}  // namespace gilscope::embed
