#include "bench/confirmation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "bench/causes.h"
#include "bench/doubts.h"

namespace gilscope::bench {
namespace {

using std::chrono::nanoseconds;

constexpr std::array<std::pair<Change, std::string_view>, 3> names{{
    {Change::collector_off, "collector_off"},
    {Change::private_modules, "private_modules"},
    {Change::one_worker, "one_worker"},
}};

/// Two engines with their imports and their end.
constexpr std::chrono::milliseconds starting{300};
constexpr int warmup_rounds = 2;

const CellSummary* cell_of(const Report& report, const std::string& interpreter, Mode mode, int workers) {
    for (const CellSummary& cell : report.cells) {
        const Cell& is = cell.facts.cell;
        if (is.interpreter == interpreter && is.mode == mode && is.workers == workers && cell.time_ms) {
            return &cell;
        }
    }
    return nullptr;
}

/// Undecided, though figures would allow a verdict, and the collector may be why.
bool collector_is_suspected(const Report& report, const Verdict& verdict) {
    const std::vector<Case> cases = cases_of(report);
    return verdict.kind == "inconclusive" && std::any_of(cases.begin(), cases.end(), [&](const Case& of) {
               return of.interpreter == verdict.interpreter && of.workers == verdict.workers &&
                      !doubt_about(of) && collector_may_hold_up(of);
           });
}

std::vector<Change> tests_of(const std::string& verdict) {
    static const std::map<std::string, std::vector<Change>> tests{
        {"gc_pauses", {Change::collector_off}},
        {"object_lock_contention", {Change::private_modules}},
        {"refcount_contention", {Change::private_modules, Change::one_worker}},
    };
    const auto found = tests.find(verdict);
    return found == tests.end() ? std::vector<Change>{} : found->second;
}

}  // namespace

std::string_view name_of(Change change) {
    return std::find_if(names.begin(), names.end(), [=](const auto& entry) { return entry.first == change; })
        ->second;
}

std::optional<Change> change_named(std::string_view name) {
    const auto* found =
        std::find_if(names.begin(), names.end(), [=](const auto& entry) { return entry.second == name; });
    return found == names.end() ? std::nullopt : std::optional(found->first);
}

std::vector<WantedConfirmation> wanted_confirmations(const Report& report) {
    std::vector<WantedConfirmation> wanted;
    for (const InterpreterFacts& interpreter : report.interpreters) {
        const Verdict* const verdict = main_verdict(report, interpreter.id);
        if (verdict == nullptr || verdict->build != Build::ft) {
            continue;
        }
        if (collector_is_suspected(report, *verdict)) {
            wanted.push_back({Change::collector_off, interpreter.id, verdict->workers});
        }
        for (const Change change : tests_of(verdict->kind)) {
            wanted.push_back({change, interpreter.id, verdict->workers});
        }
    }
    return wanted;
}

Report confirming_run(const Report& report, const WantedConfirmation& wanted) {
    const Measurements& of = report.measurements;
    Report confirming;
    confirming.gilscope_version = report.gilscope_version;
    confirming.workload = report.workload;
    std::copy_if(report.interpreters.begin(), report.interpreters.end(),
                 std::back_inserter(confirming.interpreters),
                 [&](const InterpreterFacts& facts) { return facts.id == wanted.interpreter; });
    Measurements& run = confirming.measurements;
    run.workers = wanted.change == Change::one_worker ? 1 : wanted.workers;
    run.usable_cores = of.usable_cores;
    run.pinned = of.pinned;
    run.waiting = of.waiting;
    for (const CellFacts& facts : of.cells) {
        const Cell& cell = facts.cell;
        const bool is_wanted = cell.mode == Mode::sequential || cell.mode == Mode::threads;
        if (is_wanted && cell.interpreter == wanted.interpreter && cell.workers == wanted.workers) {
            CellFacts& copy = run.cells.emplace_back(facts);
            copy.cell.workers = run.workers;
            copy.measured_calls = 0;
        }
    }
    return confirming;
}

nanoseconds expected_length(const Report& report, const WantedConfirmation& wanted) {
    const CellSummary* const sequential =
        cell_of(report, wanted.interpreter, Mode::sequential, wanted.workers);
    const CellSummary* const threads = cell_of(report, wanted.interpreter, Mode::threads, wanted.workers);
    if (sequential == nullptr || threads == nullptr) {
        return {};
    }
    const double share = wanted.change == Change::one_worker ? 1.0 / wanted.workers : 1;
    const double warm_up_ms = warmup_rounds * sequential->time_ms->value / wanted.workers;
    const double timed_ms = rounds_per_confirming_block * sequential->time_ms->value;
    const double threads_ms = (warmup_rounds + rounds_per_confirming_block) * threads->time_ms->value;
    const double block_ms = warm_up_ms + share * (timed_ms + threads_ms);
    return confirming_blocks * (starting + nanoseconds(std::llround(1e6 * block_ms)));
}

const CellSummary* threads_under(const Case& of, Change change) {
    for (const Confirmation& confirmation : of.report->confirmations) {
        if (confirmation.change != change || confirmation.interpreter != of.interpreter ||
            confirmation.workers != of.workers) {
            continue;
        }
        const CellSummary* const threads =
            cell_of(confirmation.run, of.interpreter, Mode::threads, confirmation.run.measurements.workers);
        if (threads != nullptr && threads->speedup && threads->speedup->has_interval()) {
            return threads;
        }
    }
    return nullptr;
}

std::optional<Estimate> speedup_under(const Case& of, Change change) {
    const CellSummary* const threads = threads_under(of, change);
    return threads == nullptr ? std::nullopt : threads->speedup;
}

bool helps(const Case& of, Change change) {
    const std::optional<Estimate> changed = speedup_under(of, change);
    if (!changed || of.threads == nullptr || !of.threads->speedup || !of.threads->speedup->has_interval()) {
        return false;
    }
    const bool leaves_its_band = scales_not(of.threads, of.bands) ? *changed->low > of.bands.no_scaling_up_to
                                                                  : *changed->low >= of.bands.scaling_from;
    return leaves_its_band && *changed->low > *of.threads->speedup->high;
}

bool helps_not(const Case& of, Change change) {
    return scales_not(threads_under(of, change), of.bands);
}

}  // namespace gilscope::bench
