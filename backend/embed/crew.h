// The pool of workers of one engine process, in one of three shapes.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "embed/gil_state.h"
#include "embed/worker.h"
#include "engine/protocol.h"

namespace gilscope::embed {

/// The crew can't be formed or can't go on in this mode, though others could.
class CrewUnavailable : public std::runtime_error {
  public:
    explicit CrewUnavailable(const PythonError& error)
        : std::runtime_error(error.what()), module_(error.module()), traceback_(error.traceback()) {}
    const std::string& module() const { return module_; }
    const std::string& traceback() const { return traceback_; }

  private:
    std::string module_;
    std::string traceback_;
};

struct CrewPlan {
    engine::Crew kind = engine::Crew::main_thread;
    int workers = 1;               ///< in this process
    int first_worker = 0;          ///< index of this process's first worker in the cell
    std::vector<int> cpus;         ///< worker i of the cell is pinned to cpus[i]; empty: not pinned
    std::filesystem::path file;    ///< the workload
    bool private_modules = false;  ///< each worker thread loads it for itself
    nlohmann::json parameters;
};

/// What a round left behind besides the workers' records.
struct RoundResult {
    std::vector<std::string> checksums;  ///< one a worker of this process
    GilState gil;                        ///< enabled in any of the interpreters, all workers parked
    std::int64_t cpu_ns = 0;             ///< of this process, between arming and the last finish
    std::int64_t cpu_in_all_ns = 0;      ///< the same until the checksums are there
};

/// Used by the main thread only, which must be detached at every call (the main thread's own worker attaches
/// itself). Never destroyed once formed: ending own-GIL interpreters corrupts the heap on 3.13.
class Crew {
  public:
    virtual ~Crew() = default;

    /// Starts the workers and what each of them needs. Call it once, first; whatever it throws, keep the
    /// crew. Throws PythonError, std::invalid_argument or CrewUnavailable.
    virtual void form() = 0;

    /// `armed` is called once all workers are parked at the release, on some worker's thread.
    /// Throws PythonError (of the user's code) or CrewUnavailable.
    virtual RoundResult run_round(const RoundOrder& order, const std::function<void()>& armed) = 0;

    /// Flushes sys.stdout and sys.stderr of every interpreter.
    virtual void flush() = 0;

    /// The interpreter that this process's first worker runs in.
    virtual PyInterpreterState* first_interpreter() const { return PyInterpreterState_Main(); }
};

/// What the main interpreter has: the main thread's own state, detached, and the workload loaded there.
struct MainPlace {
    PyThreadState* state = nullptr;
    Workload* workload = nullptr;
    CollectionMonitor* monitor = nullptr;
};

/// A crew of the plan's kind, not formed yet. `cell` and what `main` points to must outlive it.
std::unique_ptr<Crew> make_crew(const CrewPlan& plan, const SharedCell& cell, const MainPlace& main);

/// Restricts the calling thread to the CPU of worker `index`, if the plan pins its workers.
void pin_worker(const CrewPlan& plan, int index);

}  // namespace gilscope::embed
