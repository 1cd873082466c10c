#include "embed/gil_watch.h"

#include "embed/convert.h"
#include "embed/python_api.h"
#include "embed/python_error.h"
#include "embed/reference.h"

namespace gilscope::embed {
namespace {

constexpr const char* watch_name = "_gilscope_gil_watch";

// An extension import turns the GIL on for a moment and off again if the module says that it can do without:
// so the states before and after are compared, never one in between. Imports nest; the innermost culprit is
// listed.
constexpr const char* watch_program = R"(
def watch():
    import sys
    from _frozen_importlib_external import ExtensionFileLoader as loader

    culprits = []

    def watched(function, name_of):
        def call(self, argument):
            enabled_before, listed_before = sys._is_gil_enabled(), len(culprits)
            try:
                return function(self, argument)
            finally:
                if not enabled_before and sys._is_gil_enabled() and len(culprits) == listed_before:
                    culprits.append(name_of(argument))
        return call

    loader.create_module = watched(loader.create_module, lambda spec: spec.name)
    loader.exec_module = watched(loader.exec_module, lambda module: module.__name__)
    return culprits

culprits = watch()
)";

}  // namespace

void install_gil_watch() {
    if constexpr (!free_threaded_headers) {
        return;
    }
    const Reference names = Reference::take(PyDict_New());
    const Reference done = Reference::take(
        names ? PyRun_String(watch_program, Py_file_input, names.get(), names.get()) : nullptr);
    if (!done || PySys_SetObject(watch_name, PyDict_GetItemString(names.get(), "culprits")) != 0) {
        throw take_python_error();
    }
}

std::string gil_enabled_by() {
    PyObject* const culprits = PySys_GetObject(watch_name);  // borrowed
    if (culprits == nullptr || !PyList_Check(culprits) || PyList_GET_SIZE(culprits) == 0) {
        return {};
    }
    const Reference first = Reference::take(PySequence_GetItem(culprits, 0));
    return first ? utf8(first.get()) : std::string{};
}

}  // namespace gilscope::embed
