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

const CellSummary* measured_cell(const Report& report, const Case& of, Mode mode) {
    for (const CellSummary& cell : report.cells) {
        const Cell& is = cell.facts.cell;
        if (is.interpreter == of.interpreter && is.mode == mode && is.workers == of.workers && cell.time_ms) {
            return &cell;
        }
    }
    return nullptr;
}

/// Busy workers can't gain more than the machine has to give: its cores, or less where two of them share one
/// (SMT).
int parallel_of(const Measurements& run, const Case& of) {
    int parallel = parallel_workers(run, of.workers);
    if (!run.waiting && of.machine) {
        parallel = std::min(parallel, static_cast<int>(std::lround(of.machine->value)));
    }
    return std::max(parallel, 1);
}

Case case_of(const Report& report, const Subject& subject, int workers) {
    Case next;
    next.report = &report;
    next.interpreter = subject.interpreter;
    next.build = subject.build;
    next.workers = workers;
    next.sequential = measured_cell(report, next, Mode::sequential);
    next.threads = measured_cell(report, next, Mode::threads);
    next.interpreters = measured_cell(report, next, Mode::interpreters);
    next.processes = measured_cell(report, next, Mode::processes);
    next.machine = report.machine_parallelism_at(workers);
    next.parallel = parallel_of(report.measurements, next);
    next.bands = bands_for(next.parallel);
    return next;
}

}  // namespace

std::vector<Case> cases_of(const Report& report) {
    std::vector<Case> cases;
    for (const Subject& subject : subjects_of(report)) {
        for (const int workers : worker_counts(report.measurements)) {
            cases.push_back(case_of(report, subject, workers));
        }
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

bool free_threads_scale(const Case& of) {
    return std::any_of(of.report->cells.begin(), of.report->cells.end(), [&](const CellSummary& cell) {
        const Cell& is = cell.facts.cell;
        return is.build == Build::ft && is.mode == Mode::threads && is.workers == of.workers &&
               !cell.gil_enabled && scales(&cell, of.bands) && !is_too_short(of.report->measurements, cell);
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
