#include "embed/workload.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "embed/convert.h"
#include "embed/forked_child.h"
#include "embed/python_error.h"

namespace gilscope::embed {
namespace {

std::string read_source(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) {
        throw std::invalid_argument(fmt::format("{} can't be read", file.string()));
    }
    return text.str();
}

/// So that a workload can import the modules beside it.
void put_first_on_path(const std::filesystem::path& directory) {
    PyObject* const path = PySys_GetObject("path");  // borrowed
    const Reference entry = checked(PyUnicode_DecodeFSDefault(directory.c_str()));
    if (path == nullptr || PyList_Insert(path, 0, entry.get()) != 0) {
        throw take_python_error();
    }
}

/// The attribute, or nothing if the module has none of that name.
Reference optional_attribute(PyObject* module, const char* name) {
    PyObject* value = nullptr;
    if (PyObject_GetOptionalAttrString(module, name, &value) < 0) {
        throw take_python_error();
    }
    return Reference::take(value);
}

bool compares(PyObject* module) {
    const Reference compare = optional_attribute(module, "COMPARE");
    const int answer = compare ? PyObject_IsTrue(compare.get()) : 1;
    if (answer < 0) {
        throw take_python_error();
    }
    return answer != 0;
}

nlohmann::ordered_json parameters_as_json(PyObject* parameters) {
    try {
        return to_json(parameters);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format(
            "PARAMS has {}; it must be a dict: name -> default, minimum, maximum, unit", error.what()));
    }
}

}  // namespace

Arguments::Arguments(const nlohmann::json& parameters) {
    names_ = checked(PyTuple_New(static_cast<Py_ssize_t>(parameters.size())));
    for (const auto& [name, value] : parameters.items()) {
        Reference key = checked(PyUnicode_InternFromString(name.c_str()));
        PyTuple_SET_ITEM(names_.get(), static_cast<Py_ssize_t>(values_.size()), key.release());
        values_.push_back(to_python(value));
        borrowed_.push_back(values_.back().get());
    }
}

PyObject* Arguments::call(PyObject* run) const {
    return PyObject_Vectorcall(run, borrowed_.data(), 0, names_.get());
}

Workload Workload::load(const std::filesystem::path& file) {
    put_first_on_path(file.parent_path());
    return load_as(file.stem().string(), file);
}

Workload Workload::load_copy(const std::filesystem::path& file, int worker) {
    // A name that no import can have: PyImport_ExecCodeModuleEx() runs the code in a module of that name if
    // there is one.
    return load_as(fmt::format("{} (copy {})", file.stem().string(), worker), file);
}

Workload Workload::load_as(const std::string& name, const std::filesystem::path& file) {
    const ForkGuard fork_guard;
    const std::string source = read_source(file);
    const Reference code = checked(
        Py_CompileStringExFlags(source.c_str(), file.c_str(), Py_file_input, nullptr, /*optimize=*/-1));

    Workload workload;
    workload.module_ = checked(PyImport_ExecCodeModuleEx(name.c_str(), code.get(), file.c_str()));
    workload.run_ = optional_attribute(workload.module_.get(), "run");
    if (!workload.run_ || PyCallable_Check(workload.run_.get()) == 0) {
        throw std::invalid_argument(
            fmt::format("{} has no function run(): a workload needs one", file.filename().string()));
    }
    workload.compared_ = compares(workload.module_.get());
    return workload;
}

void Workload::set_up() const {
    const ForkGuard fork_guard;
    const Reference setup = optional_attribute(module_.get(), "setup");
    if (setup) {
        const Reference done = checked(PyObject_CallNoArgs(setup.get()));
    }
}

nlohmann::ordered_json Workload::describe() const {
    const Reference docstring = optional_attribute(module_.get(), "__doc__");
    const Reference parameters = optional_attribute(module_.get(), "PARAMS");
    return {
        {"docstring", docstring && PyUnicode_Check(docstring.get()) ? utf8(docstring.get()) : ""},
        {"parameters", parameters ? parameters_as_json(parameters.get()) : nlohmann::ordered_json::object()},
        {"compare", compared_}};
}

}  // namespace gilscope::embed
