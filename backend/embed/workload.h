// A workload module as loaded in one interpreter.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "embed/reference.h"

namespace gilscope::embed {

/// The arguments of run(**parameters) as objects of the thread that made them. Each worker makes its own: on
/// the free-threaded build, arguments shared between threads would make every use of them fight over a
/// reference count.
class Arguments {
  public:
    Arguments() = default;
    explicit Arguments(const nlohmann::json& parameters);

    /// run(**parameters); a new reference, or null with a Python exception set.
    PyObject* call(PyObject* run) const;

  private:
    std::vector<Reference> values_;
    std::vector<PyObject*> borrowed_;
    Reference names_;
};

/// Needs an attached thread state for every call, of the interpreter that loaded it.
class Workload {
  public:
    /// Compiles the file through the C API and executes it. builtins.compile() and a first import from source
    /// would keep the code's constants uninterned and mortal on the free-threaded build, and threads would
    /// fight over their reference counts: half the speed instead of twice. Throws PythonError.
    static Workload load(const std::filesystem::path& file);
    /// The same for a worker that doesn't want to share the interpreter's module with the others: under a
    /// name of its own, the file's directory being on the path already.
    static Workload load_copy(const std::filesystem::path& file, int worker);

    /// Calls the module's setup() if it has one: before the first run(), not to learn what there is to run.
    /// Throws PythonError.
    void set_up() const;

    PyObject* run() const { return run_.get(); }
    bool is_compared() const { return compared_; }

    /// {"docstring", "parameters", "compare"}. Throws PythonError or std::invalid_argument (a PARAMS that
    /// isn't as documented).
    nlohmann::ordered_json describe() const;

  private:
    static Workload load_as(const std::string& name, const std::filesystem::path& file);

    Reference module_;
    Reference run_;
    bool compared_ = true;
};

}  // namespace gilscope::embed
