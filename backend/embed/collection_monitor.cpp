#include "embed/collection_monitor.h"

#include "embed/clock.h"
#include "embed/python_api.h"
#include "embed/python_error.h"
#include "embed/reference.h"

namespace gilscope::embed {
namespace {

constexpr const char* capsule_name = "gilscope.collection_monitor";

PyObject* on_collection(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    auto* const monitor = static_cast<CollectionMonitor*>(PyCapsule_GetPointer(self, capsule_name));
    if (monitor == nullptr) {
        return nullptr;
    }
    if (count > 0 && PyUnicode_Check(arguments[0])) {
        monitor->phase(PyUnicode_CompareWithASCIIString(arguments[0], "start") == 0);
    }
    Py_RETURN_NONE;
}

PyMethodDef callback_definition = {"gilscope_on_collection",
                                   // The C API stores every calling convention as a PyCFunction.
                                   reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(on_collection)),
                                   METH_FASTCALL, nullptr};

}  // namespace

void CollectionMonitor::install() {
    const Reference capsule = Reference::take(PyCapsule_New(this, capsule_name, nullptr));
    const Reference callback =
        Reference::take(capsule ? PyCFunction_NewEx(&callback_definition, capsule.get(), nullptr) : nullptr);
    const Reference module = Reference::take(callback ? PyImport_ImportModule("gc") : nullptr);
    const Reference callbacks =
        Reference::take(module ? PyObject_GetAttrString(module.get(), "callbacks") : nullptr);
    if (!callbacks || PyList_Append(callbacks.get(), callback.get()) != 0) {
        throw take_python_error();
    }
}

void CollectionMonitor::reset() {
    count_ = 0;
    time_ns_ = 0;
}

void CollectionMonitor::phase(bool is_start) {
    if (is_start) {
        started_ns_ = monotonic_ns();
        return;
    }
    count_ += 1;
    time_ns_ += monotonic_ns() - started_ns_;
}

}  // namespace gilscope::embed
