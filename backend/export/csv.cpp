#include <fmt/format.h>

#include <iterator>

#include "bench/sample_columns.h"
#include "export/formats.h"

namespace gilscope::exports {
namespace {

/// Quoted where RFC 4180 asks for it. A spreadsheet would take some first characters for a formula.
std::string field(const std::string& text) {
    std::string safe = text;
    if (!safe.empty() && std::string_view("=+-@\t\r").find(safe.front()) != std::string_view::npos) {
        safe.insert(0, 1, '\'');
    }
    if (safe.find_first_of(",\"\r\n") == std::string::npos) {
        return safe;
    }
    std::string quoted = "\"";
    for (const char character : safe) {
        quoted += character;
        if (character == '"') {
            quoted += '"';
        }
    }
    return quoted + "\"";
}

std::string header() {
    std::string line = "workload,interpreter,python,build,mode,workers,block,disturbed,calls_per_worker";
    for (const auto& column : bench::sample_columns) {
        line += "," + std::string(column.name);
    }
    return line + "\n";
}

std::string version_of(const bench::Report& report, const std::string& interpreter) {
    for (const bench::InterpreterFacts& facts : report.interpreters) {
        if (facts.id == interpreter) {
            return facts.version;
        }
    }
    return "";
}

/// What is the same in all rows of a cell.
std::string cell_fields(const bench::Report& report, const bench::Cell& cell) {
    return fmt::format("{},{},{},{},{},{}", field(report.workload.name), field(cell.interpreter),
                       field(version_of(report, cell.interpreter)), bench::name_of(cell.build),
                       bench::name_of(cell.mode), cell.workers);
}

void append_sample(const bench::Sample& sample, std::string& text) {
    for (const auto& column : bench::sample_columns) {
        const std::int64_t value = column.read(sample);
        text += ',';
        if (column.is_flag) {
            text += value != 0 ? "true" : "false";
        } else {
            fmt::format_to(std::back_inserter(text), "{}", value);
        }
    }
    text += '\n';
}

}  // namespace

std::string csv(const bench::Report& report) {
    std::string text = header();
    const bench::Measurements& run = report.measurements;
    for (std::size_t cell = 0; cell < run.cells.size(); ++cell) {
        const std::string fields = cell_fields(report, run.cells[cell].cell);
        for (std::size_t index = 0; index < run.blocks.size(); ++index) {
            const bench::Block& block = run.blocks[index];
            if (cell >= block.cells.size() || !block.cells[cell]) {
                continue;
            }
            for (const bench::Sample& sample : block.cells[cell]->samples) {
                fmt::format_to(std::back_inserter(text), "{},{},{},{}", fields, index,
                               block.disturbed.has_value(), sample.calls);
                append_sample(sample, text);
            }
        }
    }
    return text;
}

}  // namespace gilscope::exports
