#include "embed/subinterpreter.h"

#include "embed/gil_watch.h"
#include "embed/main_interpreter.h"
#include "embed/thread_state.h"

namespace gilscope::embed {
namespace {

PyInterpreterConfig own_gil_config() {
    PyInterpreterConfig config{};
    config.use_main_obmalloc = 0;
    config.allow_fork = 0;
    config.allow_exec = 0;
    config.allow_threads = 1;
    config.allow_daemon_threads = 0;
    config.check_multi_interp_extensions = 1;
    config.gil = PyInterpreterConfig_OWN_GIL;
    return config;
}

/// Creating an interpreter needs an attached state: one of the main interpreter, for this moment only. The
/// calling thread is attached to the new interpreter's state afterwards.
PyThreadState* new_interpreter() {
    PyThreadState* const temporary = PyThreadState_New(PyInterpreterState_Main());
    PyEval_RestoreThread(temporary);
    const PyInterpreterConfig config = own_gil_config();
    PyThreadState* created = nullptr;
    const PyStatus status = Py_NewInterpreterFromConfig(&created, &config);
    const bool failed = PyStatus_Exception(status) != 0;
    if (!failed) {
        PyEval_SaveThread();
        PyEval_RestoreThread(temporary);
    }
    PyThreadState_Clear(temporary);
    PyThreadState_DeleteCurrent();
    if (failed) {
        throw EngineRefusal(std::string("an interpreter can't be created: ") +
                            (status.err_msg != nullptr ? status.err_msg : "no reason given"));
    }
    PyEval_RestoreThread(created);
    return created;
}

}  // namespace

void Subinterpreter::load(const std::filesystem::path& file) {
    install_gil_watch();
    monitor_.install();
    workload_ = Workload::load(file);
    workload_.set_up();
}

void Subinterpreter::create(const std::filesystem::path& file) {
    state_ = new_interpreter();
    try {
        load(file);
    } catch (...) {
        PyEval_SaveThread();
        throw;
    }
    PyEval_SaveThread();
}

}  // namespace gilscope::embed
