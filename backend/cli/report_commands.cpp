#include "cli/report_commands.h"

#include "cli/commands.h"
#include "cli/experiment_options.h"

namespace gilscope::cli {
namespace {

void add_collect(CLI::App& sweep, CollectOptions& options) {
    CLI::App& collect = *sweep.add_subcommand(
        "collect",
        "Ask a server that has /api/health and /api/benchmark, one number of workers after the other");
    collect.footer(
        "The times are those that a caller of the server sees: the set-up of the pool is part of them.\n"
        "Example: gilscope sweep collect --task io --delay-ms 50 --out io-gil.json");
    collect.add_option("--base-url", options.base_url, "Address of the server")->capture_default_str();
    collect.add_option("--task", options.task, "cpu (prime numbers) or io (HTTP round trips)")
        ->capture_default_str()
        ->check(CLI::IsMember({"cpu", "io"}));
    collect.add_option("--n", options.n, "Size of the task cpu, 10000 to 5000000")->capture_default_str();
    collect.add_option("--delay-ms", options.delay_ms, "Delay of the task io, 1 to 1000 ms")
        ->capture_default_str();
    collect.add_option("-w,--workers", options.workers, "Numbers of workers, 1,2,4 or 1..32")
        ->capture_default_str();
    collect.add_option("--timeout", options.patience, "Wait no longer than this for an answer")
        ->capture_default_str();
    collect.add_option("--out", options.output, "File for what was collected, or - for standard output")
        ->required();
}

void add_render(CLI::App& sweep, RenderOptions& options) {
    CLI::App& render = *sweep.add_subcommand("render", "Draw what was collected as SVG");
    render.footer(
        "Example: gilscope sweep render --gil gil.json --ft ft.json --mode speedup --out speedup.svg");
    render.add_option("--gil", options.gil, "File collected from a server with the GIL");
    render.add_option("--ft", options.ft, "File collected from a server without it");
    render.add_option("--mode", options.mode, "speedup, time or efficiency")->capture_default_str();
    render.add_option("--out", options.output, "File for the picture, or - for standard output")->required();
}

void add_sweep(CLI::App& program, ReportCommandOptions& options) {
    CLI::App& sweep =
        *program.add_subcommand("sweep", "Compare a workload's modes at several numbers of workers");
    sweep.footer(
        "Examples:\n"
        "  gilscope sweep count_primes -p n=20000 --json sweep.json\n"
        "  gilscope sweep http_roundtrip -p delay_ms=10 --workers 1..32 --json io.json\n"
        "  gilscope chart sweep.json --kind speedup -o speedup.svg\n"
        "Status: 0 ok, 1 error, 2 usage, 3 a result with reservations, 124 deadline, 128+n signal");
    options.sweep.deadline = "4h";
    sweep.add_option("workload", options.sweep.workload,
                     "Name of a workload, or a path to your own .py file with run()");
    add_experiment_options(
        sweep, options.sweep,
        "Numbers of workers: 1,2,4 or 1..32 (default: 1, 2, 4, ... up to twice the usable cores)");
    add_collect(sweep, options.collect);
    add_render(sweep, options.render);
}

void add_chart(CLI::App& program, ChartOptions& options) {
    CLI::App& chart =
        *program.add_subcommand("chart", "Draw reports as SVG; several are put into one picture");
    chart.add_option("files", options.files, "Report files")->required();
    chart
        .add_option("--kind", options.kind,
                    "speedup, time, or efficiency (speedup as a share of what the machine can give)")
        ->capture_default_str();
    chart.add_option("-o,--output", options.output, "File for the picture, or - for standard output")
        ->capture_default_str();
}

void add_export(CLI::App& program, ExportOptions& options) {
    CLI::App& form = *program.add_subcommand("export", "Give the report in a file another form");
    form.add_option("file", options.file, "Report file")->required();
    form.add_option("--format", options.format, "json, csv (a row a sample) or markdown")
        ->capture_default_str();
    form.add_option("-o,--output", options.output, "File, or - for standard output")->capture_default_str();
}

void add_finish(CLI::App& program, FinishOptions& options) {
    CLI::App& finish = *program.add_subcommand(
        "finish", "Make a report of the FILE.partial that an interrupted run has left");
    finish.add_option("file", options.file, "FILE.partial")->required();
    finish.add_option("-o,--output", options.output, "File for the report (default: FILE)");
}

}  // namespace

void add_report_commands(CLI::App& program, ReportCommandOptions& options) {
    add_sweep(program, options);
    add_chart(program, options.chart);
    add_export(program, options.form);
    add_finish(program, options.finish);
}

std::function<int()> chosen_report_command(const CLI::App& program, const ReportCommandOptions& options) {
    if (program.got_subcommand("chart")) {
        return [&] { return chart_command(options.chart); };
    }
    if (program.got_subcommand("export")) {
        return [&] { return export_command(options.form); };
    }
    if (program.got_subcommand("finish")) {
        return [&] { return finish_command(options.finish); };
    }
    if (!program.got_subcommand("sweep")) {
        return {};
    }
    const CLI::App& sweep = *program.get_subcommand("sweep");
    if (sweep.got_subcommand("collect")) {
        return [&] { return sweep_collect_command(options.collect); };
    }
    if (sweep.got_subcommand("render")) {
        return [&] { return sweep_render_command(options.render); };
    }
    return [&] { return sweep_command(options.sweep); };
}

}  // namespace gilscope::cli
