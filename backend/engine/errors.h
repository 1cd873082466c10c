// What can go wrong with an engine, told apart because callers answer each in another way.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace gilscope::engine {

/// The engine itself is at fault: missing, not executable, built for another interpreter, breaking its
/// protocol.
class EngineError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The user's code is at fault: it raised, exited, crashed, or outgrew its memory.
class WorkloadError : public std::runtime_error {
  public:
    WorkloadError(const std::string& message, std::string traceback)
        : std::runtime_error(message), traceback_(std::move(traceback)) {}
    const std::string& traceback() const { return traceback_; }

  private:
    std::string traceback_;
};

/// This mode can't run the workload (a module that a subinterpreter refuses); other modes may.
class ModeUnavailable : public std::runtime_error {
  public:
    ModeUnavailable(const std::string& reason, std::string module)
        : std::runtime_error(reason), module_(std::move(module)) {}
    const std::string& module() const { return module_; }

  private:
    std::string module_;
};

/// The caller asked to stop.
class Cancelled : public std::runtime_error {
  public:
    Cancelled() : std::runtime_error("cancelled") {}
};

/// The time allowed is over.
class DeadlineExceeded : public std::runtime_error {
  public:
    DeadlineExceeded() : std::runtime_error("the deadline has passed") {}
};

}  // namespace gilscope::engine
