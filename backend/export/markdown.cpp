#include <fmt/format.h>

#include <algorithm>

#include "bench/break_even.h"
#include "bench/delay_wording.h"
#include "export/formats.h"
#include "text/text.h"

namespace gilscope::exports {
namespace {

/// Text of others in a table or a paragraph: what Markdown or HTML would read as their own is escaped.
std::string plain(const std::string& text) {
    std::string result;
    for (const char character : text) {
        if (std::string_view("\\`*_{}[]<>#|~").find(character) != std::string_view::npos) {
            result += '\\';
        }
        result += character == '\n' || character == '\r' ? ' ' : character;
    }
    return result;
}

std::string with_interval(const std::optional<bench::Estimate>& estimate) {
    if (!estimate) {
        return "-";
    }
    return estimate->has_interval()
               ? fmt::format("{:.2f}× ({:.2f} to {:.2f})", estimate->value, *estimate->low, *estimate->high)
               : fmt::format("{:.2f}×", estimate->value);
}

/// A quick look keeps its blocks whatever happened in them, and warns instead.
std::string disturbed(const bench::Report& report) {
    const bool kept_in_spite =
        report.measurements.quick_look &&
        std::any_of(report.warnings.begin(), report.warnings.end(), [](const bench::Warning& warning) {
            return warning.message.starts_with("Other programs got in the way");
        });
    return kept_in_spite ? "although other programs got in the way"
                         : fmt::format("{} disturbed", report.disturbed_blocks());
}

std::string heading(const bench::Report& report) {
    std::string parameters;
    if (report.workload.parameters.is_object()) {
        for (const auto& [name, value] : report.workload.parameters.items()) {
            parameters += fmt::format(" {}={}", name,
                                      value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        }
    }
    std::string text =
        fmt::format("# {}: {}\n\n", plain(report.experiment), plain(report.workload.name + parameters));
    text += plain(report.workload.title.empty() ? report.workload.name : report.workload.title) + ". ";
    text += fmt::format("{} counted, {}", text::counted(report.counted_blocks(), "block"), disturbed(report));
    for (const std::string& more :
         {report.state == "done" ? "" : report.state, report.started_at,
          report.gilscope_version.empty() ? "" : "Gilscope " + report.gilscope_version}) {
        text += more.empty() ? "" : ", " + plain(more);
    }
    return text + ".\n\n";
}

std::string machine(const bench::Report& report) {
    std::string text;
    if (report.machine.is_object() && report.machine.contains("cpu_model") &&
        report.machine["cpu_model"].is_string()) {
        text = plain(report.machine["cpu_model"].get<std::string>()) + ", ";
    }
    text += fmt::format("{:.4g} usable cores", report.measurements.usable_cores);
    for (const bench::MachineParallelism& one : report.machine_parallelism_by_workers) {
        text += fmt::format("; it gives {} to {}", with_interval(one.value),
                            text::counted(one.workers, "native thread"));
    }
    return text + ".\n\n";
}

std::string row(const bench::CellSummary& cell) {
    const auto& is = cell.facts.cell;
    const std::string start = fmt::format("| {} | {} |", is.workers, bench::name_of(is.mode));
    if (cell.facts.unavailable) {
        return fmt::format("{} not available: {} | | | | | |\n", start,
                           plain(cell.facts.unavailable->reason));
    }
    if (!cell.time_ms) {
        return start + " not measured | | | | | |\n";
    }
    const double per_call = cell.time_ms->value / static_cast<double>(cell.facts.calls_per_worker);
    const bool is_baseline = is.mode == bench::Mode::sequential;
    const std::string share = cell.share_of_machine > 0 && !is_baseline
                                  ? fmt::format("{:.0f} %", 100 * cell.share_of_machine)
                                  : "-";
    return fmt::format("{} {:.4g} | {} | {} | {:.2f} | {:.1f} | {:.1f} |\n", start, per_call,
                       is_baseline ? "1" : with_interval(cell.speedup), share, cell.cores_used,
                       cell.memory_mib, cell.setup_ms);
}

std::string section(const bench::Report& report, const bench::InterpreterFacts& interpreter) {
    std::string text = fmt::format("## Python {} {}\n\n{}, {}\n\n", plain(interpreter.version),
                                   interpreter.build == bench::Build::ft ? "free-threaded" : "with the GIL",
                                   plain(interpreter.compiler), plain(interpreter.optimization));
    text +=
        "| workers | mode | ms, one call each | speedup | of the machine | cores | MiB | set-up ms |\n"
        "|--:|---|--:|--:|--:|--:|--:|--:|\n";
    for (const bench::CellSummary& cell : report.cells) {
        if (cell.facts.cell.interpreter == interpreter.id) {
            text += row(cell);
        }
    }
    text += "\n";
    for (const std::string& line : bench::delay_lines(report, interpreter.id)) {
        text += fmt::format("- {}\n", plain(line));
    }
    if (const std::string line = bench::against_gil_line(report, interpreter.id); !line.empty()) {
        text += fmt::format("- {}\n", plain(line));
    }
    for (const bench::Verdict& verdict : report.verdicts) {
        if (verdict.interpreter == interpreter.id) {
            text += fmt::format("- **{}** with {}: {} {}\n", plain(verdict.kind),
                                text::counted(verdict.workers, "worker"), plain(verdict.sentence),
                                plain(verdict.advice));
        }
    }
    return text + "\n";
}

}  // namespace

std::string markdown(const bench::Report& report) {
    std::string text = heading(report) + machine(report);
    for (const bench::InterpreterFacts& interpreter : report.interpreters) {
        text += section(report, interpreter);
    }
    if (!report.warnings.empty()) {
        text += "## Warnings\n\n";
    }
    for (const bench::Warning& warning : report.warnings) {
        const std::string cell = warning.cell.empty() ? "" : plain(warning.cell) + ": ";
        text += fmt::format("- {}{}. {}\n", cell, plain(warning.message), plain(warning.remedy));
    }
    return text;
}

}  // namespace gilscope::exports
