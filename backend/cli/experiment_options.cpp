#include "cli/experiment_options.h"

namespace gilscope::cli {

void add_places(CLI::App& command, Places& places) {
    command
        .add_option("--engines", places.engines,
                    "Directory of the engine programs (default: beside this program)")
        ->envname("GILSCOPE_ENGINES");
    command
        .add_option("--workloads", places.workloads,
                    "Directory of your own workloads, besides the shipped ones")
        ->envname("GILSCOPE_WORKLOADS");
}

void add_experiment_options(CLI::App& command, RunOptions& options, const std::string& workers) {
    command.add_option("-w,--workers", options.workers, workers);
    command
        .add_option("-m,--modes", options.modes,
                    "sequential, threads, interpreters, processes (default: all)")
        ->delimiter(',');
    command.add_option("--builds", options.builds, "gil, ft (default: all that are installed)")
        ->delimiter(',');
    command
        .add_option("--interpreter", options.interpreters,
                    "Exact interpreter, such as 3.13t; see gilscope doctor")
        ->delimiter(',');
    command.add_option("-p,--param", options.parameters,
                       "Parameter of the workload: name=value (repeatable)");
    command.add_option("--budget", options.budget,
                       "Measure no longer than this, e.g. 20s (default: 6 blocks, then up to 60s)");
    command.add_option("--blocks", options.blocks, "Measure exactly so many blocks (1: a quick look)");
    command.add_option("--deadline", options.deadline, "Give up after this time")->capture_default_str();
    command.add_option("--memory-limit", options.memory_limit,
                       "Memory for one cell, e.g. 2G, at least 16M (default: half of what is free)");
    command.add_option(
        "--json", options.json,
        "Write the whole report to a file, or to standard output with -; what is measured goes to "
        "FILE.partial meanwhile");
    command.add_option("--format", options.format,
                       "Print the result as json, csv or markdown instead of as a table");
    command
        .add_option("--send", options.send,
                    "Send the report to the server at this address too, e.g. http://127.0.0.1:8000")
        ->envname("GILSCOPE_SEND");
    command.add_flag("!--no-pin", options.pin, "Don't pin workers to CPUs");
    command.add_flag("-q,--quiet", options.quiet, "No progress line");
    add_places(command, options.places);
}

}  // namespace gilscope::cli
