// Holding and letting go of a thread state. A worker keeps one for life and is attached only while it needs
// Python.
#pragma once

#include "embed/python_api.h"

namespace gilscope::embed {

/// Attached to `state` (which belongs to the calling thread) while it lives.
class Attached {
  public:
    explicit Attached(PyThreadState* state) { PyEval_RestoreThread(state); }
    ~Attached() { PyEval_SaveThread(); }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;
};

/// Detached from the calling thread's state while it lives, so that others can run Python.
class Detached {
  public:
    Detached() : state_(PyEval_SaveThread()) {}
    ~Detached() { PyEval_RestoreThread(state_); }
    Detached(const Detached&) = delete;
    Detached& operator=(const Detached&) = delete;

    PyThreadState* state() const { return state_; }

  private:
    PyThreadState* state_;
};

}  // namespace gilscope::embed
