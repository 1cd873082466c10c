#include "embed/main_interpreter.h"

#include <fmt/format.h>

#include <cstring>

#include "embed/convert.h"
#include "embed/python_api.h"
#include "embed/python_error.h"
#include "embed/reference.h"

namespace gilscope::embed {
namespace {

/// A PyConfig that clears itself.
class Config {
  public:
    Config() { PyConfig_InitIsolatedConfig(&config_); }
    ~Config() { PyConfig_Clear(&config_); }
    Config(const Config&) = delete;
    Config& operator=(const Config&) = delete;

    PyConfig* operator->() { return &config_; }
    void set(wchar_t** member, const std::string& value) {
        require(PyConfig_SetBytesString(&config_, member, value.c_str()));
    }
    void start() { require(Py_InitializeFromConfig(&config_)); }

  private:
    static void require(PyStatus status) {
        if (PyStatus_Exception(status) != 0) {
            throw EngineRefusal(fmt::format(
                "Python didn't start from {}: {}; build the engines again with scripts/setup",
                GILSCOPE_PYTHON_HOME, status.err_msg != nullptr ? status.err_msg : "no reason given"));
        }
    }
    PyConfig config_;
};

void preinitialize() {
    PyPreConfig config;
    PyPreConfig_InitIsolatedConfig(&config);
    config.utf8_mode = 1;
    const PyStatus status = Py_PreInitialize(&config);
    if (PyStatus_Exception(status) != 0) {
        throw EngineRefusal(std::string("Python didn't pre-initialise: ") + status.err_msg);
    }
}

/// The value of a Python expression, as JSON. For questions about the interpreter only.
nlohmann::ordered_json evaluate(const char* statements) {
    const Reference names = Reference::take(PyDict_New());
    const Reference done =
        Reference::take(names ? PyRun_String(statements, Py_file_input, names.get(), names.get()) : nullptr);
    if (!done) {
        throw EngineRefusal(std::string("the standard library doesn't work: ") + take_python_error().what());
    }
    return to_json(PyDict_GetItemString(names.get(), "answer"));
}

constexpr const char* describe_program = R"(
import platform, sys, sysconfig
v = sysconfig.get_config_vars()
arguments = v.get("CONFIG_ARGS") or ""
flags = " ".join(str(v.get(name) or "") for name in ("OPT", "CFLAGS", "PY_CFLAGS", "PY_CORE_CFLAGS", "PY_CORE_LDFLAGS"))
levels = [word for word in flags.split() if word.startswith("-O")]
profile_guided = "--enable-optimizations" in arguments or "-fprofile-use" in flags or "-fprofile-instr-use" in flags
link_time = "--with-lto" in arguments or "-flto" in flags
answer = {
    "compiler": platform.python_compiler(),
    "build_flags": arguments,
    "optimization": "+".join(
        (levels[-1:] or ["-O?"]) + ["PGO"] * profile_guided + ["LTO"] * link_time),
}
)";

}  // namespace

void check_abi() {
    const bool library_is_free_threaded = std::strstr(Py_GetVersion(), "free-threading") != nullptr;
    if ((Py_Version >> 16) == headers_version && library_is_free_threaded == free_threaded_headers) {
        return;
    }
    throw EngineRefusal(
        fmt::format("this engine was compiled for Python {}.{}{} but loaded the library of {}; "
                    "build the engines again with scripts/setup",
                    PY_MAJOR_VERSION, PY_MINOR_VERSION, free_threaded_headers ? "t" : "", Py_GetVersion()));
}

void start_main_interpreter(const InterpreterOptions& options) {
    preinitialize();
    Config config;
    config->use_hash_seed = 1;
    config->hash_seed = options.hash_seed;
    config->faulthandler = 1;
    config->write_bytecode = options.pycache_prefix.empty() ? 0 : 1;
    config.set(&config->home, GILSCOPE_PYTHON_HOME);
    config.set(&config->executable, GILSCOPE_PYTHON_EXECUTABLE);
    config.set(&config->stdio_encoding, "utf-8");
    config.set(&config->stdio_errors, "backslashreplace");
    if (!options.pycache_prefix.empty()) {
        config.set(&config->pycache_prefix, options.pycache_prefix);
    }
    config.start();
}

bool is_gil_enabled() {
    PyObject* const function = PySys_GetObject("_is_gil_enabled");  // borrowed
    const Reference answer = Reference::take(function != nullptr ? PyObject_CallNoArgs(function) : nullptr);
    if (!answer) {
        PyErr_Clear();
        return true;
    }
    return answer.get() == Py_True;
}

nlohmann::ordered_json describe_running() {
    const std::string version = Py_GetVersion();
    return {{"version", version.substr(0, version.find(' '))},
            {"free_threaded", free_threaded_headers},
            {"gil_enabled", is_gil_enabled()}};
}

nlohmann::ordered_json describe_in_full() {
    nlohmann::ordered_json description = describe_running();
    description.update(evaluate(describe_program));
    return description;
}

void flush_output() {
    for (const char* name : {"stdout", "stderr"}) {
        PyObject* const stream = PySys_GetObject(name);  // borrowed
        if (stream == nullptr || stream == Py_None) {
            continue;
        }
        const Reference flushed = Reference::take(PyObject_CallMethod(stream, "flush", nullptr));
        if (!flushed) {
            PyErr_Clear();
        }
    }
}

}  // namespace gilscope::embed
