// The interpreter that an engine process embeds.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace gilscope::embed {

/// This engine can't do its job: wrong libpython, no standard library, failed initialisation.
class EngineRefusal : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct InterpreterOptions {
    std::uint32_t hash_seed =
        0;  ///< the same for all engines of a block, so that dicts and sets are laid out alike
    std::string pycache_prefix;  ///< where byte code of the user's modules is kept; empty: none is written
};

/// Throws EngineRefusal if the libpython that was loaded isn't the one that this program was compiled for.
void check_abi();

/// Starts the main interpreter: isolated from environment and user site, no signal handlers, faulthandler on
/// (so that a crash of user code leaves a Python traceback on standard error). The calling thread is attached
/// afterwards. It is never ended: see leave(). Throws EngineRefusal.
void start_main_interpreter(const InterpreterOptions& options);

/// {"version", "free_threaded", "gil_enabled"}; attached.
nlohmann::ordered_json describe_running();

/// The same with compiler, build flags and optimisation, for `--describe`; attached.
nlohmann::ordered_json describe_in_full();

/// sys._is_gil_enabled() of the calling thread's interpreter; attached.
bool is_gil_enabled();

/// Flushes sys.stdout and sys.stderr of the calling thread's interpreter; attached. Errors are ignored.
void flush_output();

}  // namespace gilscope::embed
