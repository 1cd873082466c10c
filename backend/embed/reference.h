// A reference to a Python object that gives itself back. Needs an attached thread state whenever it is made
// from an existing object, copied or dropped.
#pragma once

#include <utility>

#include "embed/python_api.h"

namespace gilscope::embed {

class Reference {
  public:
    Reference() = default;
    /// Takes over a new reference (or null, after an API call that failed).
    static Reference take(PyObject* object) { return Reference(object); }
    /// Makes one more reference to a borrowed object.
    static Reference share(PyObject* object) { return Reference(Py_XNewRef(object)); }

    Reference(Reference&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Reference& operator=(Reference&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Reference() { Py_XDECREF(object_); }

    PyObject* get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    /// Gives the reference to the caller.
    PyObject* release() { return std::exchange(object_, nullptr); }

  private:
    explicit Reference(PyObject* object) : object_(object) {}
    PyObject* object_ = nullptr;
};

}  // namespace gilscope::embed
