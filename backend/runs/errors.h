// Why a run can't be done or has no result. The server maps each to a status of its own, the command line to
// an exit status; the message is a sentence for the user.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

namespace gilscope::runs {

/// The request is wrong: every bad field at once, with what is wrong with it.
class InvalidRequest : public std::runtime_error {
  public:
    explicit InvalidRequest(std::map<std::string, std::string> bad_fields);
    const std::map<std::string, std::string>& fields() const { return fields_; }

  private:
    std::map<std::string, std::string> fields_;
};

/// The user's code failed (raised, crashed, exited, outgrew its memory); traceback() is theirs, as Python
/// prints it.
class WorkloadFailed : public std::runtime_error {
  public:
    WorkloadFailed(const std::string& message, std::string traceback)
        : std::runtime_error(message), traceback_(std::move(traceback)) {}
    const std::string& traceback() const { return traceback_; }

  private:
    std::string traceback_;
};

/// Modes or builds returned different values: who returned what (cell -> value).
class ChecksumMismatch : public std::runtime_error {
  public:
    ChecksumMismatch(const std::string& message, std::map<std::string, std::string> values)
        : std::runtime_error(message), values_(std::move(values)) {}
    const std::map<std::string, std::string>& values() const { return values_; }

  private:
    std::map<std::string, std::string> values_;
};

/// Too many callers wait already.
class QueueFull : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The server is about to end.
class Stopping : public std::runtime_error {
  public:
    Stopping() : std::runtime_error("the server is stopping") {}
};

/// What is asked for doesn't go with the state that the run is in.
class Conflict : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace gilscope::runs
