#include "embed/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include "embed/clock.h"
#include "embed/gil_watch.h"
#include "embed/main_interpreter.h"
#include "embed/thread_state.h"

namespace gilscope::embed {
namespace {

engine::Crew crew_named(const std::string& name) {
    for (const auto crew : {engine::Crew::threads, engine::Crew::interpreters}) {
        if (name == engine::name_of(crew)) {
            return crew;
        }
    }
    return engine::Crew::main_thread;
}

/// Its beginning and its end: the whole may be more than a message holds.
std::string without_middle(const std::string& text) {
    constexpr std::size_t kept_each = std::size_t{32} * 1024;
    if (text.size() <= 2 * kept_each) {
        return text;
    }
    return fmt::format("{}\n[{} more bytes left out]\n{}", text.substr(0, kept_each),
                       text.size() - 2 * kept_each, text.substr(text.size() - kept_each));
}

nlohmann::ordered_json failure(const char* kind, const std::string& message,
                               const std::string& traceback = {}, const std::string& module = {}) {
    return {{"event", "failed"},
            {"kind", kind},
            {"message", without_middle(message)},
            {"traceback", without_middle(traceback)},
            {"module", module}};
}

nlohmann::ordered_json json_of(const std::vector<Probe::Sample>& samples) {
    nlohmann::ordered_json wake_late_ns = nlohmann::ordered_json::array();
    nlohmann::ordered_json lock_wait_ns = nlohmann::ordered_json::array();
    for (const Probe::Sample& sample : samples) {
        wake_late_ns.push_back(sample.wake_late_ns);
        lock_wait_ns.push_back(sample.lock_wait_ns);
    }
    return {{"wake_late_ns", std::move(wake_late_ns)}, {"lock_wait_ns", std::move(lock_wait_ns)}};
}

}  // namespace

void Session::serve() {
    try {
        start(control_.next());
    } catch (const EngineRefusal& refusal) {
        control_.send({{"event", "refused"}, {"message", refusal.what()}});
        _exit(EXIT_FAILURE);
    }
    for (;;) {
        const nlohmann::json command = control_.next();
        try {
            obey(command);
        } catch (const CrewUnavailable& error) {
            control_.send(failure("unavailable", error.what(), error.traceback(), error.module()));
        } catch (const PythonError& error) {
            control_.send(failure("workload", error.what(), error.traceback(), error.module()));
        } catch (const EngineRefusal& error) {
            control_.send(failure("engine", error.what()));
        } catch (const std::system_error& error) {  // no thread, no memory to share
            control_.send(failure("engine", error.what()));
        } catch (const std::exception& error) {
            control_.send(failure("workload", error.what()));
        }
    }
}

void Session::start(const nlohmann::json& command) {
    if (command.at("protocol") != engine::protocol_version) {
        throw EngineRefusal(
            "this engine speaks another version of the protocol: build again with scripts/setup");
    }
    plan_.kind = crew_named(command.at("crew"));
    plan_.workers = command.at("workers");
    plan_.first_worker = command.at("first_worker");
    plan_.cpus = command.at("cpus").get<std::vector<int>>();
    all_workers_ = command.at("all_workers");
    start_main_interpreter({command.at("hash_seed"), command.at("pycache_prefix")});
    nlohmann::ordered_json event = {{"event", "started"}};
    event.update(describe_running());
    main_state_ = PyEval_SaveThread();
    control_.send(event);
}

void Session::obey(const nlohmann::json& command) {
    const std::string name = command.at("command");
    if (name == "load") {
        load(command);
    } else if (name == "inspect") {
        inspect(command);
    } else if (name == "call") {
        call(command);
    } else if (name == "round") {
        round(command);
    } else if (name == "end") {
        end();
    } else {
        throw std::invalid_argument("the engine doesn't know the command " + name);
    }
}

void Session::load_in_main_interpreter(const std::filesystem::path& file) {
    const Attached attached(main_state_);
    // 3.13: a subinterpreter that imports datetime before the main interpreter has can crash.
    if (const Reference datetime = Reference::take(PyImport_ImportModule("datetime")); !datetime) {
        PyErr_Clear();
    }
    install_gil_watch();
    monitor_.install();
    workload_ = Workload::load(file);
}

void Session::load(const nlohmann::json& command) {
    plan_.file = command.at("file").get<std::string>();
    plan_.parameters = command.at("parameters");
    const std::string change = command.at("change");
    plan_.private_modules = change == name_of(engine::Change::private_modules);
    load_in_main_interpreter(plan_.file);
    {
        const Attached attached(main_state_);
        workload_.set_up();
        if (change == name_of(engine::Change::collector_off)) {
            PyGC_Disable();
        }
    }
    cell_ = std::make_unique<SharedCell>(engine::shared_memory_descriptor, all_workers_);
    crew_ = make_crew(plan_, *cell_, {main_state_, &workload_, &monitor_});
    const std::int64_t begun_ns = monotonic_ns();
    crew_->form();
    control_.send({{"event", "ready"}, {"setup_ns", monotonic_ns() - begun_ns}});
}

void Session::inspect(const nlohmann::json& command) {
    load_in_main_interpreter(command.at("file").get<std::string>());
    nlohmann::ordered_json event = {{"event", "workload"}};
    {
        const Attached attached(main_state_);
        event.update(workload_.describe());
    }
    control_.send(event);
}

/// Calls outside any round: how long one takes, and whether it works or waits.
void Session::call(const nlohmann::json& command) {
    const auto calls = command.at("calls").get<std::int64_t>();
    const Attached attached(main_state_);
    const ForkGuard fork_guard;
    const Arguments arguments(plan_.parameters);
    const std::int64_t cpu_before_ns = process_cpu_ns();
    const std::int64_t begun_ns = monotonic_ns();
    for (std::int64_t i = 0; i < calls; ++i) {
        const Reference result = Reference::take(arguments.call(workload_.run()));
        fork_guard.leave_if_wiped();
        if (!result) {
            throw take_python_error();
        }
    }
    const std::int64_t wall_ns = monotonic_ns() - begun_ns;
    control_.send({{"event", "called"}, {"wall_ns", wall_ns}, {"cpu_ns", process_cpu_ns() - cpu_before_ns}});
}

/// Only an observed round has one, and of a pool of processes only the first.
std::unique_ptr<Probe> Session::probe_for(const nlohmann::json& command, const RoundOrder& order) const {
    const std::chrono::nanoseconds interval(command.value("probe_interval_ns", std::int64_t{0}));
    if (interval.count() <= 0 || plan_.first_worker > 0) {
        return nullptr;
    }
    return std::make_unique<Probe>(crew_->first_interpreter(), interval, cpus_, *cell_, order.number);
}

void Session::round(const nlohmann::json& command) {
    const RoundOrder order{command.at("number"), command.at("calls")};
    const std::unique_ptr<Probe> probe = probe_for(command, order);
    const RoundResult result = crew_->run_round(order, [this] { control_.send({{"event", "armed"}}); });
    nlohmann::ordered_json event = {{"event", "round"},
                                    {"checksums", result.checksums},
                                    {"gil_enabled", result.gil.enabled},
                                    {"gil_enabled_by", result.gil.enabled_by},
                                    {"cpu_ns", result.cpu_ns},
                                    {"cpu_in_all_ns", result.cpu_in_all_ns}};
    if (probe) {
        event.update(json_of(probe->stop()));
    }
    control_.send(event);
}

/// No finalisation: ending interpreters corrupts the heap on 3.13, and there is nothing left to save but
/// output.
void Session::end() {
    if (crew_) {
        crew_->flush();
    }
    {
        const Attached attached(main_state_);
        flush_output();
    }
    std::fflush(nullptr);
    _exit(EXIT_SUCCESS);
}

}  // namespace gilscope::embed
