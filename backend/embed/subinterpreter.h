// An interpreter with its own GIL, made on the thread that uses it.
#pragma once

#include <filesystem>

#include "embed/collection_monitor.h"
#include "embed/workload.h"

namespace gilscope::embed {

/// Belongs to one thread and is never ended (on 3.13 that corrupts the heap), so never destroyed either.
class Subinterpreter {
  public:
    /// Creates the interpreter and loads the workload in it. The calling thread has no thread state before,
    /// and a detached one of the new interpreter afterwards. Throws PythonError or std::invalid_argument (the
    /// interpreter then stays behind, detached) or EngineRefusal.
    void create(const std::filesystem::path& file);

    PyThreadState* state() const { return state_; }
    Workload& workload() { return workload_; }
    CollectionMonitor& monitor() { return monitor_; }

  private:
    void load(const std::filesystem::path& file);

    PyThreadState* state_ = nullptr;
    Workload workload_;
    CollectionMonitor monitor_;
};

}  // namespace gilscope::embed
