#include "bench/comparison.h"

#include <algorithm>

#include "bench/json_parts.h"
#include "bench/reservations.h"

namespace gilscope::bench {
namespace {

constexpr const char* method =
    "time_ratio is b's time divided by a's, its interval b's low / a's high to b's high / a's low: wider "
    "than it would "
    "have to be, since nothing pairs the blocks of two runs. Significant means that the two intervals of "
    "time don't "
    "overlap.";

/// Rounds of two runs may have different numbers of calls.
std::optional<Estimate> per_call(const CellSummary& cell) {
    if (!cell.time_ms || cell.facts.unavailable || !(cell.time_ms->value > 0)) {
        return std::nullopt;
    }
    const auto calls = static_cast<double>(std::max<std::int64_t>(1, cell.facts.calls_per_worker));
    Estimate time = *cell.time_ms;
    time.value /= calls;
    if (time.has_interval()) {
        time.low = *time.low / calls;
        time.high = *time.high / calls;
    }
    return time;
}

ComparedSide side_of(const CellSummary& cell) {
    return {cell.facts.cell.interpreter, per_call(cell), cell.speedup};
}

std::optional<Estimate> ratio(const Estimate& a, const Estimate& b) {
    Estimate estimate{b.value / a.value, std::nullopt, std::nullopt};
    if (a.has_interval() && b.has_interval() && *a.low > 0 && *b.low > 0) {
        estimate.low = *b.low / *a.high;
        estimate.high = *b.high / *a.low;
    }
    return estimate;
}

/// The report's one interpreter of that build; null if there is none or several.
const InterpreterFacts* only_one(const Report& report, Build build) {
    const InterpreterFacts* found = nullptr;
    for (const InterpreterFacts& facts : report.interpreters) {
        if (facts.build == build && found != nullptr) {
            return nullptr;
        }
        found = facts.build == build ? &facts : found;
    }
    return found;
}

bool has_interpreter(const Report& report, const std::string& id) {
    return std::any_of(report.interpreters.begin(), report.interpreters.end(),
                       [&](const InterpreterFacts& facts) { return facts.id == id; });
}

/// What a's interpreter is called in b; empty if it has none that could stand for it.
std::string counterpart(const Report& a, const Report& b, const Cell& cell) {
    if (has_interpreter(b, cell.interpreter)) {
        return cell.interpreter;
    }
    const InterpreterFacts* theirs = only_one(b, cell.build);
    const bool is_clear =
        only_one(a, cell.build) != nullptr && theirs != nullptr && !has_interpreter(a, theirs->id);
    return is_clear ? theirs->id : "";
}

const CellSummary* find(const Report& report, const Cell& cell) {
    const auto found = std::find_if(report.cells.begin(), report.cells.end(),
                                    [&](const CellSummary& summary) { return summary.facts.cell == cell; });
    return found == report.cells.end() ? nullptr : &*found;
}

ComparedCell compared(const CellSummary& a, const CellSummary* b, bool same_work) {
    ComparedCell result{a.facts.cell, side_of(a), std::nullopt, std::nullopt, false};
    if (b == nullptr) {
        return result;
    }
    result.b = side_of(*b);
    if (same_work && result.a->time_ms && result.b->time_ms) {
        result.time_ratio = ratio(*result.a->time_ms, *result.b->time_ms);
        result.significant = differ(*result.a->time_ms, *result.b->time_ms);
    }
    return result;
}

Json json_of(const std::optional<ComparedSide>& side) {
    if (!side) {
        return nullptr;
    }
    return {{"interpreter", side->interpreter},
            {"time_ms", json_of(side->time_ms)},
            {"speedup", json_of(side->speedup)}};
}

}  // namespace

Comparison compare(const Report& a, const Report& b) {
    Comparison comparison;
    const bool same_work = a.workload.name == b.workload.name;
    std::vector<const CellSummary*> taken;
    taken.reserve(a.cells.size());
    for (const CellSummary& cell : a.cells) {
        Cell theirs = cell.facts.cell;
        theirs.interpreter = counterpart(a, b, theirs);
        taken.push_back(find(b, theirs));
        comparison.cells.push_back(compared(cell, taken.back(), same_work));
    }
    for (const CellSummary& cell : b.cells) {
        if (std::find(taken.begin(), taken.end(), &cell) == taken.end()) {
            comparison.cells.push_back({cell.facts.cell, std::nullopt, side_of(cell), std::nullopt, false});
        }
    }
    comparison.reservations = reservations(a, b);
    return comparison;
}

Json to_json(const Comparison& comparison) {
    Json cells = Json::array();
    for (const ComparedCell& each : comparison.cells) {
        cells.push_back({{"interpreter", each.cell.interpreter},
                         {"build", name_of(each.cell.build)},
                         {"mode", name_of(each.cell.mode)},
                         {"workers", each.cell.workers},
                         {"a", json_of(each.a)},
                         {"b", json_of(each.b)},
                         {"time_ratio", json_of(each.time_ratio)},
                         {"significant", each.significant}});
    }
    return {{"cells", std::move(cells)}, {"reservations", comparison.reservations}, {"method", method}};
}

}  // namespace gilscope::bench
