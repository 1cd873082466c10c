// Why there is no task to answer with. The server maps each to a status of its own.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

namespace gilscope::tasks {

/// Field -> what is wrong with it.
using Problems = std::map<std::string, std::string>;

/// What was said of a task is wrong: every bad field at once, with what is wrong with it.
class InvalidTask : public std::runtime_error {
  public:
    explicit InvalidTask(Problems bad_fields)
        : std::runtime_error("the task has fields that are not valid"), fields_(std::move(bad_fields)) {}
    const Problems& fields() const { return fields_; }

  private:
    Problems fields_;
};

class NoSuchTask : public std::runtime_error {
  public:
    NoSuchTask() : std::runtime_error("there is no such task") {}
};

/// The task is not in the state that the caller made a condition.
class ConditionFailed : public std::runtime_error {
  public:
    ConditionFailed() : std::runtime_error("the task has been changed meanwhile") {}
};

}  // namespace gilscope::tasks
