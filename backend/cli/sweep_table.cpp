#include "cli/sweep_table.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <vector>

#include "cli/text_layout.h"

namespace gilscope::cli {
namespace {

constexpr std::array shown{bench::Mode::threads, bench::Mode::interpreters, bench::Mode::processes};

const bench::CellSummary* cell_of(const bench::Report& report, const bench::Cell& wanted) {
    for (const bench::CellSummary& cell : report.cells) {
        const bench::Cell& is = cell.facts.cell;
        if (is.interpreter == wanted.interpreter && is.mode == wanted.mode && is.workers == wanted.workers) {
            return &cell;
        }
    }
    return nullptr;
}

/// At most 18 columns: one decimal less from 10 on.
std::string speedup_text(const bench::CellSummary* cell) {
    if (cell == nullptr) {
        return "";
    }
    if (cell->facts.unavailable || !cell->speedup) {
        return cell->facts.unavailable ? "unavailable" : "-";
    }
    const bench::Estimate& speedup = *cell->speedup;
    const int decimals = speedup.high.value_or(speedup.value) >= 9.995 ? 1 : 2;
    return speedup.has_interval() ? fmt::format("{:.{}f}x [{:.{}f}-{:.{}f}]", speedup.value, decimals,
                                                *speedup.low, decimals, *speedup.high, decimals)
                                  : fmt::format("{:.{}f}x", speedup.value, decimals);
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string sequential_text(const bench::CellSummary* cell) {
    return cell != nullptr && cell->time_ms
               ? fmt::format("{:.4g}",
                             cell->time_ms->value / static_cast<double>(cell->facts.calls_per_worker))
               : "-";
}

std::string machine_text(const bench::Report& report, int workers) {
    const auto machine = report.machine_parallelism_at(workers);
    return machine ? fmt::format("{:.2f}x", machine->value) : "-";
}

}  // namespace

std::string sweep_rows(const bench::Report& report, const std::string& interpreter) {
    std::string text = trimmed(fmt::format("  {:>3} {:>8} {:>7}  {:<19}{:<19}{:<19}", "W", "1-by-1",
                                           "machine", "threads", "interpreters", "processes"));
    for (const int workers : bench::worker_counts(report.measurements)) {
        std::string line =
            fmt::format("  {:>3} {:>8} {:>7}  ", workers,
                        sequential_text(cell_of(report, {interpreter, {}, bench::Mode::sequential, workers})),
                        machine_text(report, workers));
        for (const bench::Mode mode : shown) {
            line += fmt::format("{:<19}", speedup_text(cell_of(report, {interpreter, {}, mode, workers})));
        }
        text += trimmed(line);
    }
    return text;
}

std::string sweep_verdicts(const bench::Report& report, const std::string& interpreter) {
    const bench::Verdict* const main = bench::main_verdict(report, interpreter);
    if (main == nullptr) {
        return "";
    }
    std::string text = wrapped("  = " + main->kind + ": " + main->sentence, 4) +
                       (main->advice.empty() ? "" : wrapped("    " + main->advice, 4));
    std::map<std::string, std::vector<int>> others;
    for (const bench::Verdict& verdict : report.verdicts) {
        if (verdict.interpreter == interpreter && verdict.kind != main->kind && verdict.workers > 1) {
            others[verdict.kind].push_back(verdict.workers);
        }
    }
    for (const auto& [kind, workers] : others) {
        text += wrapped(fmt::format("    with {} workers: {}", fmt::join(workers, ", "), kind), 6);
    }
    return text;
}

}  // namespace gilscope::cli
