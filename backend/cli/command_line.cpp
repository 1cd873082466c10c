#include "cli/command_line.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <optional>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/experiment_options.h"
#include "cli/report_commands.h"
#include "runs/errors.h"

namespace gilscope::cli {
namespace {

/// A descriptor that the caller has closed would be given to the next file that is opened: what is printed
/// would land in it. What stands there instead refuses what it isn't for, as a closed one does.
void take_closed_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) == -1) {
            open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR);  // the lowest that is free
        }
    }
}

/// Nobody reads on, as behind `| head -1`: no error of ours.
bool has_lost_its_reader() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

/// What every command does in the end: a result that got lost on its way is no success.
int with_output_checked(int status) {
    std::cout.flush();
    if (std::cout || has_lost_its_reader()) {
        return status;
    }
    std::cerr << "gilscope: standard output could not be written: is it closed, or its disk full?\n";
    return status >= exit_deadline ? status : exit_error;
}

void add_run(CLI::App& program, RunOptions& options) {
    CLI::App& run = *program.add_subcommand("run", "Compare a workload's modes under both builds of Python");
    run.footer(
        "Examples:\n"
        "  gilscope run count_primes --workers 2\n"
        "  gilscope run my_function.py -p size=100 --budget 20s --json result.json\n"
        "Status: 0 ok, 1 error, 2 usage, 3 a result with reservations, 124 deadline, 128+n signal");
    run.add_option("workload", options.workload,
                   "Name of a workload, or a path to your own .py file with run()")
        ->required();
    add_experiment_options(run, options, "Workers (default: the usable cores)");
}

void add_doctor(CLI::App& program, DoctorOptions& options) {
    CLI::App& doctor =
        *program.add_subcommand("doctor", "What is installed, and is this machine fit to measure on now?");
    doctor.footer("Status: 0 fit, 4 unfit, 1 error");
    doctor.add_flag("--json", options.json, "As JSON");
    add_places(doctor, options.places);
}

/// An option that an environment variable can set as well: --max-streams, GILSCOPE_MAX_STREAMS.
template <typename Target>
CLI::Option* add_configurable(CLI::App& command, const std::string& name, Target& target,
                              const std::string& what) {
    std::string variable = "GILSCOPE_" + name.substr(2);
    for (char& letter : variable) {
        letter = letter == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    return command.add_option(name, target, what)->envname(variable)->capture_default_str();
}

/// What every command that serves has.
template <typename Options>
void add_serving(CLI::App& command, Options& options) {
    add_configurable(command, "--host", options.host, "Address to listen on");
    add_configurable(command, "--port", options.port, "Port to listen on; 0: any free one")
        ->check(CLI::Range(0, 65535));
    add_configurable(command, "--allowed-host", options.allowed_hosts,
                     "Host names to serve besides loopback (repeatable, or parted by commas)")
        ->delimiter(',');
    add_configurable(command, "--log-level", options.log_level, "trace, debug, info, warning, error or off")
        ->check(CLI::IsMember({"trace", "debug", "info", "warning", "error", "off"}));
    add_configurable(command, "--log-format", options.log_format, "text or json")
        ->check(CLI::IsMember({"text", "json"}));
}

void add_serve(CLI::App& program, ServeOptions& options) {
    CLI::App& serve = *program.add_subcommand("serve", "Serve the page and the API");
    const auto option = [&](const std::string& name, auto& target, const std::string& what) {
        return add_configurable(serve, name, target, what);
    };
    add_serving(serve, options);
    option("--db", options.database,
           "Database file, or :memory: (default: gilscope/gilscope.db in your data directory)");
    option("--cors-origin", options.cors_origin, "Origin of a page served elsewhere that may use this API");
    option("--listen-backlog", options.listen_backlog, "Connections that the kernel keeps waiting")
        ->check(CLI::Range(1, 65535));
    option("--max-connections", options.max_connections, "Open connections; the oldest silent one goes first")
        ->check(CLI::Range(1, 1000000));
    option("--max-streams", options.max_streams, "Open event streams; one more is refused")
        ->check(CLI::Range(0, 1000000));
    option("--queue", options.queue, "Benchmarks and runs that may wait for their turn")
        ->check(CLI::Range(0, 10000));
    option("--default-build", options.default_build, "gil or ft (default: gil, where there is one)")
        ->check(CLI::IsMember({"gil", "ft"}));
    option("--benchmark-limit", options.benchmark_limit, "Longest benchmark");
    add_places(serve, options.places);
}

void add_web(CLI::App& program, WebOptions& options) {
    CLI::App& web = *program.add_subcommand("web", "Serve the page alone, for an API that is elsewhere");
    web.footer(
        "The API must know the page's origin: see gilscope serve --cors-origin.\n"
        "Status: 0 stopped, 1 error, 2 usage");
    add_serving(web, options);
    add_configurable(web, "--api", options.apis,
                     "Origin of the API (repeatable, or parted by commas: the page can switch)")
        ->delimiter(',');
}

void add_health(CLI::App& program, HealthOptions& options) {
    CLI::App& health = *program.add_subcommand("health", "Does a server answer? For health checks");
    health.footer("Status: 0 it answers, 1 it doesn't");
    health.add_option("url", options.url, "What to ask (default: /api/health of this machine's server)");
    health.add_option("--port", options.port, "Port of this machine's server")
        ->envname("GILSCOPE_PORT")
        ->capture_default_str()
        ->check(CLI::Range(1, 65535));
    health.add_option(
        "--hold", options.hold,
        "After the first success, watch for this time before saying so again, e.g. 10m: a health "
        "check that begins anew each time costs CPU time that a measurement needs");
}

int fail(ExitStatus status, const std::string& message) {
    std::cerr << "gilscope: " << message << '\n';
    return status;
}

int execute(CLI::App& program, const RunOptions& run, const DoctorOptions& doctor, const ServeOptions& serve,
            const WebOptions& web, const HealthOptions& health) {
    if (program.got_subcommand("run")) {
        return run_command(run);
    }
    if (program.got_subcommand("doctor")) {
        return doctor_command(doctor);
    }
    if (program.got_subcommand("web")) {
        return web_command(web);
    }
    if (program.got_subcommand("health")) {
        return health_command(health);
    }
    return serve_command(serve);
}

/// The first word, if it isn't an option and no command either.
std::optional<std::string> unknown_command(const CLI::App& program, int count, const char* const* arguments) {
    const std::string word = count > 1 ? arguments[1] : "-";
    const auto commands = program.get_subcommands([](const CLI::App*) { return true; });
    const bool is_known = std::any_of(commands.begin(), commands.end(),
                                      [&](const CLI::App* command) { return command->check_name(word); });
    return is_known || word.starts_with('-') ? std::nullopt : std::optional(word);
}

/// "" is what an unset variable of the shell leaves: taken as "nothing was asked for", a result would be lost
/// without a word. CLI11 never takes it from the environment.
void refuse_empty_values(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const auto& values = option->results();
        const bool may_be_empty = option->check_name("--cors-origin");  // no page elsewhere may use this API
        if (!may_be_empty && option->get_type_size() > 0 &&
            std::any_of(values.begin(), values.end(), [](const auto& value) { return value.empty(); })) {
            throw CLI::ValidationError(option->get_name(), "is empty: give a value, or leave it out");
        }
    }
    for (const CLI::App* chosen : command.get_subcommands()) {
        refuse_empty_values(*chosen);
    }
}

int guarded(const std::function<int()>& action) {
    try {
        return action();
    } catch (const runs::InvalidRequest& error) {
        for (const auto& [field, problem] : error.fields()) {
            fail(exit_usage, field + ": " + problem);
        }
        return exit_usage;
    } catch (const runs::WorkloadFailed& error) {
        if (!error.traceback().empty()) {
            std::cerr << error.traceback() << (error.traceback().ends_with('\n') ? "" : "\n");
        }
        return fail(exit_error, error.what());
    } catch (const std::exception& error) {
        return fail(exit_error, error.what());
    }
}

int run_program(int count, const char* const* arguments) {
    CLI::App program(
        "Is it the GIL? Runs one Python function sequentially, on threads, subinterpreters and processes, "
        "with and without the GIL.",
        "gilscope");
    program.set_version_flag("--version", GILSCOPE_VERSION);
    program.require_subcommand(1);
    RunOptions run;
    ReportCommandOptions reports;
    DoctorOptions doctor;
    ServeOptions serve;
    WebOptions web;
    HealthOptions health;
    add_run(program, run);
    add_report_commands(program, reports);
    add_doctor(program, doctor);
    add_serve(program, serve);
    add_web(program, web);
    add_health(program, health);
    // Only then does CLI11 ask the environment for the options of the command that was chosen, and no
    // other's.
    for (CLI::App* command : program.get_subcommands({})) {
        command->parse_complete_callback([] {});
    }
    try {
        program.parse(count, arguments);
        refuse_empty_values(program);
    } catch (const CLI::Success& help_or_version) {
        return program.exit(help_or_version);
    } catch (const CLI::ParseError& error) {
        if (const auto word = unknown_command(program, count, arguments)) {
            return fail(exit_usage, fmt::format("there is no command '{}'; see gilscope --help", *word));
        }
        return fail(exit_usage, std::string(error.what()) + "; see gilscope --help");
    }
    if (const auto command = chosen_report_command(program, reports)) {
        return guarded(command);
    }
    return guarded([&] { return execute(program, run, doctor, serve, web, health); });
}

}  // namespace

int main_program(int count, const char* const* arguments) {
    take_closed_descriptors();
    return with_output_checked(run_program(count, arguments));
}

}  // namespace gilscope::cli
