#include "runs/outcome.h"

#include <algorithm>

#include "engine/errors.h"
#include "runs/order.h"
#include "runs/time.h"

namespace gilscope::runs {
namespace {

using Json = nlohmann::ordered_json;

void note_stop(Run& run, bool interrupted) {
    run.state = interrupted ? RunState::failed : RunState::cancelled;
    run.failure = interrupted ? std::optional(interruption()) : std::nullopt;
}

/// What a report says of its end.
void note_state(Run& run, const bench::Report& report, bool interrupted) {
    if (report.state == "done") {
        run.state = RunState::done;
    } else if (report.state == "cancelled") {
        note_stop(run, interrupted);
    } else if (report.state == "interrupted") {
        note_stop(run, true);
    } else {
        run.state = RunState::failed;
        run.failure = report.state == "deadline"
                          ? Failure{"deadline", "the run did not end in the time allowed", "", nullptr}
                          : Failure{"internal_error", "the run failed", "", nullptr};
    }
}

void note_result(Run& run, const bench::Report& report) {
    run.machine = machine_of(report);
    run.headline = report.measurements.blocks.empty() ? Json(nullptr) : headline_of(report);
}

/// Each once, in the order of the report's cells.
template <typename Read>
Json each_once(const bench::Report& report, Read read) {
    Json values = Json::array();
    for (const bench::CellSummary& cell : report.cells) {
        const Json value = read(cell.facts.cell);
        if (std::find(values.begin(), values.end(), value) == values.end()) {
            values.push_back(value);
        }
    }
    return values;
}

/// The request that would measure the same again.
Json request_of(const bench::Report& report) {
    const auto counts = bench::worker_counts(report.measurements);
    return {
        {"experiment", report.experiment},
        {"workload", report.workload.name},
        {"parameters", report.workload.parameters},
        {"workers", report.experiment == "sweep" ? Json(counts) : Json(report.measurements.workers)},
        {"modes", each_once(report, [](const bench::Cell& cell) { return Json(name_of(cell.mode)); })},
        {"builds", each_once(report, [](const bench::Cell& cell) { return Json(name_of(cell.build)); })},
        {"interpreters", each_once(report, [](const bench::Cell& cell) { return Json(cell.interpreter); })},
        {"budget_s", nullptr},
        {"blocks", nullptr},
        {"pin", report.measurements.pinned},
    };
}

}  // namespace

std::string report_text(const bench::Report& report) {
    return report.measurements.blocks.empty() ? "" : dump(bench::to_json(report));
}

void note_outcome(Run& run, const bench::Report& report, bool interrupted) {
    note_state(run, report, interrupted);
    note_result(run, report);
}

void note_outcome(Run& run, const std::exception_ptr& thrown, bool interrupted) {
    try {
        std::rethrow_exception(thrown);
    } catch (const engine::Cancelled&) {
        note_stop(run, interrupted);
    } catch (...) {
        run.state = RunState::failed;
        run.failure = failure_of(thrown);
    }
}

Run imported_run(const bench::Report& report, const std::string& name) {
    Run run;
    run.experiment = report.experiment;
    run.request = request_of(report);
    run.name = name.empty() ? usual_name(report.workload.name, run.request.at("workers")) : name;
    run.imported = true;
    run.started_at = parse_utc(report.started_at);
    run.finished_at = parse_utc(report.finished_at);
    note_outcome(run, report, false);
    return run;
}

}  // namespace gilscope::runs
