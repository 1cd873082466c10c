#include "cli/result_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/break_even.h"
#include "bench/delay_wording.h"
#include "cli/sweep_table.h"
#include "cli/text_layout.h"
#include "text/text.h"

namespace gilscope::cli {
namespace {

std::string with_interval(const bench::Estimate& estimate) {
    if (!estimate.has_interval()) {
        return fmt::format("{:.2f}x", estimate.value);
    }
    return fmt::format("{:.2f}x [{:.2f}-{:.2f}]", estimate.value, *estimate.low, *estimate.high);
}

std::string milliseconds(double value) {
    return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

std::string row(const bench::CellSummary& cell, bool disturbed) {
    const auto mode = bench::name_of(cell.facts.cell.mode);
    if (cell.facts.unavailable) {
        return wrapped(fmt::format("  {:<13}unavailable: {}", mode, cell.facts.unavailable->reason), 15);
    }
    if (!cell.time_ms) {
        return fmt::format("  {:<13}{}\n", mode, disturbed ? "disturbed, no figures" : "not measured");
    }
    const bool is_baseline = cell.facts.cell.mode == bench::Mode::sequential;
    const std::string speedup = is_baseline ? "1" : cell.speedup ? with_interval(*cell.speedup) : "-";
    const std::string share = cell.share_of_machine > 0 && !is_baseline
                                  ? fmt::format("{:.0f} %", 100 * cell.share_of_machine)
                                  : "-";
    return fmt::format("  {:<12}{:>8}  {:<20}{:>6} {:>6.2f} {:>7.1f} {:>7}{}\n", mode,
                       milliseconds(cell.time_ms->value), speedup, share, cell.cores_used, cell.memory_mib,
                       milliseconds(cell.setup_ms),
                       cell.gil_enabled && cell.facts.cell.build == bench::Build::ft ? " GIL on" : "");
}

std::string parameters_text(const bench::Report& report) {
    std::string text;
    if (report.workload.parameters.is_object()) {
        for (const auto& [name, value] : report.workload.parameters.items()) {
            text += fmt::format(" {}={}", name,
                                value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        }
    }
    return text;
}

bool is_sweep(const bench::Report& report) {
    return report.experiment == "sweep";
}

std::string blocks_text(const bench::Report& report) {
    std::string text = is_sweep(report)
                           ? "at least " + text::counted(report.fewest_counted_blocks(), "block") + " each"
                           : text::counted(report.counted_blocks(), "block");
    if (report.disturbed_blocks() > 0) {
        text += fmt::format(" ({} more disturbed)", report.disturbed_blocks());
    }
    return text;
}

/// A bound only where it is known, makes sense and no cell has beaten it: else just what was seen.
std::string machine_text(const bench::Report& report, const bench::Estimate& machine) {
    const bool is_beaten =
        std::any_of(report.cells.begin(), report.cells.end(), [&](const bench::CellSummary& cell) {
            return cell.speedup &&
                   cell.speedup->low.value_or(cell.speedup->value) > machine.high.value_or(machine.value);
        });
    const bool is_bound = machine.has_interval() && machine.value >= 1 && !is_beaten;
    return is_bound ? fmt::format("; this machine gives {} at most", with_interval(machine))
                    : "; this machine gave native code " + with_interval(machine);
}

std::string heading(const bench::Report& report) {
    const std::string what = report.workload.name + parameters_text(report);
    if (is_sweep(report)) {
        return wrapped(
            fmt::format("{}, {}; W: workers, 1-by-1: ms for W calls one after the other, machine: what it "
                        "gives to native code",
                        what, blocks_text(report)),
            2);
    }
    const bench::Measurements& run = report.measurements;
    const std::int64_t calls = run.cells.empty() ? 0 : run.cells.front().calls_per_worker;
    std::string text = fmt::format("{}, {}, {} each a round, {}", what, text::counted(run.workers, "worker"),
                                   text::counted(calls, "call"), blocks_text(report));
    if (report.machine_parallelism) {
        text += machine_text(report, *report.machine_parallelism);
    }
    return wrapped(text, 2);
}

std::string title(const bench::InterpreterFacts& interpreter) {
    return fmt::format("\nPython {} {} ({}, {})\n", interpreter.version,
                       interpreter.build == bench::Build::ft ? "free-threaded" : "with the GIL",
                       interpreter.compiler, interpreter.optimization);
}

std::string below_the_rows(const bench::Report& report, const std::string& interpreter) {
    const std::string line = bench::against_gil_line(report, interpreter);
    return line.empty() ? "" : wrapped("  " + line, 4);
}

std::string section(const bench::Report& report, const bench::InterpreterFacts& interpreter) {
    if (is_sweep(report)) {
        return title(interpreter) + sweep_rows(report, interpreter.id) +
               below_the_rows(report, interpreter.id);
    }
    std::string text =
        title(interpreter) + fmt::format("  {:<12}{:>8}  {:<20}{:>6} {:>6} {:>7} {:>7}\n", "mode", "ms",
                                         "speedup", "of max", "cores", "MiB", "set-up");
    for (const bench::CellSummary& cell : report.cells) {
        if (cell.facts.cell.interpreter == interpreter.id) {
            text += row(cell, report.disturbed_blocks() > 0);
        }
    }
    for (const std::string& line : bench::delay_lines(report, interpreter.id)) {
        text += wrapped("  " + line, 4);
    }
    return text + below_the_rows(report, interpreter.id);
}

std::string verdicts(const bench::Report& report, const std::string& interpreter) {
    if (is_sweep(report)) {
        return sweep_verdicts(report, interpreter);
    }
    std::string text;
    for (const bench::Verdict& verdict : report.verdicts) {
        if (verdict.interpreter == interpreter) {
            text += wrapped("  = " + verdict.kind + ": " + verdict.sentence, 4);
            text += verdict.advice.empty() ? "" : wrapped("    " + verdict.advice, 4);
        }
    }
    return text;
}

}  // namespace

std::string result_table(const bench::Report& report) {
    std::string text = heading(report);
    for (const bench::InterpreterFacts& interpreter : report.interpreters) {
        text += section(report, interpreter) + verdicts(report, interpreter.id);
    }
    for (const bench::Warning& warning : report.warnings) {
        const std::string cell = warning.cell.empty() ? "" : warning.cell + ": ";
        text += text.ends_with("\n\n") || text.find("\n! ") != std::string::npos ? "" : "\n";
        text += wrapped(
            "! " + cell + warning.message + (warning.remedy.empty() ? "" : " -> " + warning.remedy), 2);
    }
    return text;
}

}  // namespace gilscope::cli
