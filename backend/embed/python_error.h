// A Python exception as a C++ one. It holds text only, so it may outlive the interpreter and cross threads.
#pragma once

#include <stdexcept>
#include <string>

#include "embed/reference.h"

namespace gilscope::embed {

class PythonError : public std::runtime_error {
  public:
    PythonError(const std::string& message, std::string type, std::string traceback, std::string module)
        : std::runtime_error(message),
          type_(std::move(type)),
          traceback_(std::move(traceback)),
          module_(std::move(module)) {}

    /// The exception's class, such as "ImportError".
    const std::string& type() const { return type_; }
    /// As Python prints it.
    const std::string& traceback() const { return traceback_; }
    /// ImportError: the module that could not be imported; otherwise empty.
    const std::string& module() const { return module_; }

    /// True if the exception says that it is the subinterpreter that can't do this.
    bool is_refused_by_subinterpreter() const;

  private:
    std::string type_;
    std::string traceback_;
    std::string module_;
};

/// Takes the current exception (there must be one) and clears it. Needs an attached thread state.
PythonError take_python_error();

/// Takes over a new reference that the API returned; null means that it raised, which is thrown as
/// PythonError.
Reference checked(PyObject* object);

}  // namespace gilscope::embed
