#include "embed/python_error.h"

#include <string_view>

#include "embed/convert.h"
#include "embed/reference.h"

namespace gilscope::embed {
namespace {

std::string text_of(PyObject* object) {
    const Reference text = Reference::take(object != nullptr ? PyObject_Str(object) : nullptr);
    if (!text) {
        PyErr_Clear();
        return {};
    }
    return utf8(text.get());
}

std::string format_traceback(PyObject* exception) {
    const Reference module = Reference::take(PyImport_ImportModule("traceback"));
    const Reference lines = Reference::take(
        module ? PyObject_CallMethod(module.get(), "format_exception", "O", exception) : nullptr);
    const Reference empty = Reference::take(PyUnicode_FromString(""));
    const Reference joined =
        Reference::take(lines && empty ? PyUnicode_Join(empty.get(), lines.get()) : nullptr);
    if (!joined) {
        PyErr_Clear();
        return {};
    }
    return utf8(joined.get());
}

/// ImportError.name; where CPython leaves it unset (a module that refuses subinterpreters), from the message.
std::string module_of(PyObject* exception, const std::string& message) {
    if (PyErr_GivenExceptionMatches(exception, PyExc_ImportError) == 0) {
        return {};
    }
    const Reference name = Reference::take(PyObject_GetAttrString(exception, "name"));
    if (name && PyUnicode_Check(name.get())) {
        return utf8(name.get());
    }
    PyErr_Clear();
    // "module readline does not support loading in subinterpreters"
    constexpr std::string_view before = "module ";
    constexpr std::string_view after = " does not support";
    const std::size_t begin = message.find(before);
    const std::size_t end = message.find(after);
    if (begin == std::string::npos || end == std::string::npos || end < begin + before.size()) {
        return {};
    }
    return message.substr(begin + before.size(), end - begin - before.size());
}

}  // namespace

bool PythonError::is_refused_by_subinterpreter() const {
    const std::string_view message = what();
    return type_ == "ImportError" || type_ == "ModuleNotFoundError" ||
           message.find("subinterpreter") != std::string_view::npos ||
           message.find("daemon threads are disabled") != std::string_view::npos;
}

PythonError take_python_error() {
    const Reference exception = Reference::take(PyErr_GetRaisedException());
    const std::string type = Py_TYPE(exception.get())->tp_name;
    const std::string message = text_of(exception.get());
    std::string traceback = format_traceback(exception.get());
    std::string module = module_of(exception.get(), message);
    return PythonError(message.empty() ? type : type + ": " + message, type, std::move(traceback),
                       std::move(module));
}

Reference checked(PyObject* object) {
    if (object == nullptr) {
        throw take_python_error();
    }
    return Reference::take(object);
}

}  // namespace gilscope::embed
