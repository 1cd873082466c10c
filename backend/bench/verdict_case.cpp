#include "bench/verdict_case.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/fitness.h"

namespace gilscope::bench {
namespace {

struct Subject {
    std::string interpreter;
    Build build;
};

/// The interpreters of the report, and any that only its cells know.
std::vector<Subject> subjects_of(const Report& report) {
    std::vector<Subject> subjects;
    const auto add = [&](const std::string& interpreter, Build build) {
        if (std::none_of(subjects.begin(), subjects.end(),
                         [&](const Subject& subject) { return subject.interpreter == interpreter; })) {
            subjects.push_back({interpreter, build});
        }
    };
    for (const InterpreterFacts& facts : report.interpreters) {
        add(facts.id, facts.build);
    }
    for (const CellSummary& cell : report.cells) {
        add(cell.facts.cell.interpreter, cell.facts.cell.build);
    }
    return subjects;
}

const CellSummary* measured_cell(const Report& report, const std::string& interpreter, Mode mode) {
    for (const CellSummary& cell : report.cells) {
        if (cell.facts.cell.interpreter == interpreter && cell.facts.cell.mode == mode && cell.time_ms) {
            return &cell;
        }
    }
    return nullptr;
}

/// Busy workers can't gain more than the machine has to give: its cores, or less where two of them share one
/// (SMT).
int parallel_of(const Report& report) {
    const Measurements& run = report.measurements;
    int parallel = parallel_workers(run);
    if (!run.waiting && report.machine_parallelism) {
        parallel = std::min(parallel, static_cast<int>(std::lround(report.machine_parallelism->value)));
    }
    return std::max(parallel, 1);
}

}  // namespace

std::vector<Case> cases_of(const Report& report) {
    std::vector<Case> cases;
    const int parallel = parallel_of(report);
    for (const Subject& subject : subjects_of(report)) {
        Case next;
        next.report = &report;
        next.interpreter = subject.interpreter;
        next.build = subject.build;
        next.sequential = measured_cell(report, subject.interpreter, Mode::sequential);
        next.threads = measured_cell(report, subject.interpreter, Mode::threads);
        next.interpreters = measured_cell(report, subject.interpreter, Mode::interpreters);
        next.processes = measured_cell(report, subject.interpreter, Mode::processes);
        next.workers = report.measurements.workers;
        next.parallel = parallel;
        next.bands = bands_for(parallel);
        cases.push_back(next);
    }
    return cases;
}

bool scales(const CellSummary* cell, const Bands& bands) {
    return cell != nullptr && cell->speedup && cell->speedup->has_interval() &&
           *cell->speedup->low >= bands.scaling_from;
}

bool scales_not(const CellSummary* cell, const Bands& bands) {
    return cell != nullptr && cell->speedup && cell->speedup->has_interval() &&
           *cell->speedup->high <= bands.no_scaling_up_to;
}

bool free_threads_scale(const Report& report) {
    const Bands bands = bands_for(parallel_of(report));
    return std::any_of(report.cells.begin(), report.cells.end(), [&](const CellSummary& cell) {
        return cell.facts.cell.build == Build::ft && cell.facts.cell.mode == Mode::threads &&
               !cell.gil_enabled && scales(&cell, bands) && !is_too_short(cell);
    });
}

const CellSummary* fastest_cell(const Case& of) {
    std::vector<const CellSummary*> measured;
    for (const CellSummary* cell : std::array{of.sequential, of.threads, of.interpreters, of.processes}) {
        if (cell != nullptr) {
            measured.push_back(cell);
        }
    }
    if (measured.size() < 2) {
        return nullptr;
    }
    const auto quicker = [](const CellSummary* a, const CellSummary* b) {
        return a->time_ms->value < b->time_ms->value;
    };
    const CellSummary* best = *std::min_element(measured.begin(), measured.end(), quicker);
    const bool alone = std::all_of(measured.begin(), measured.end(), [&](const CellSummary* other) {
        return other == best || differ(*best->time_ms, *other->time_ms);
    });
    return alone ? best : nullptr;
}

}  // namespace gilscope::bench
