#include "http/run_description.h"

namespace gilscope::http {

namespace {

constexpr const char* request = R"({
    "experiment": "compare", "name": "before the change", "workload": "count_primes",
    "parameters": {"n": 200000}, "workers": 2, "modes": ["sequential", "threads"],
    "builds": ["gil", "ft"], "budget_s": 20, "blocks": 6, "pin": true
})";

/// Up to its last key.
const std::string begun_run = R"({
    "id": "01955e1a-7c7d-7b1e-8f2a-0c1d2e3f4a5b", "experiment": "compare", "name": "count_primes, 2 workers",
    "state": "running", "failure": null, "imported": false,
    "created_at": "2025-03-01T09:30:00.000001+00:00", "started_at": "2025-03-01T09:30:00.000901+00:00",
    "finished_at": null,
    "request": {"experiment": "compare", "workload": "count_primes", "parameters": {"n": 200000}, "workers": 2,
        "modes": ["sequential", "threads"], "builds": ["gil", "ft"], "interpreters": ["3.13", "3.13t"],
        "budget_s": 20, "blocks": null, "pin": true},
    "machine": null,
    "progress": {"phase": "measuring", "queue_position": 0, "block": 1, "blocks_expected": 6, "round": 2,
        "rounds": 3, "elapsed_ms": 5000, "remaining_ms": 15000, "fraction": 0.25},
    "headline": null)";

const std::string finished_run = R"({
    "id": "01955e1a-7c7d-7b1e-8f2a-0c1d2e3f4a5b", "experiment": "compare", "name": "count_primes, 2 workers",
    "state": "done", "failure": null, "imported": false,
    "created_at": "2025-03-01T09:30:00.000001+00:00", "started_at": "2025-03-01T09:30:00.000901+00:00",
    "finished_at": "2025-03-01T09:30:20.000001+00:00",
    "request": {"experiment": "compare", "workload": "count_primes", "parameters": {"n": 200000}, "workers": 2,
        "modes": ["sequential", "threads"], "builds": ["gil"], "interpreters": ["3.13"],
        "budget_s": 20, "blocks": null, "pin": true},
    "machine": {"cpu_model": "a processor", "usable_cores": 2.0},
    "progress": null,
    "headline": [{"interpreter": "3.13", "build": "gil", "fastest": "sequential",
        "speedup": {"value": 1.0, "low": 1.0, "high": 1.0}, "verdict": "lock_bound", "workers": 2}])";

std::string whole(const std::string& run, const std::string& report) {
    return run + R"(, "report": )" + report + "}";
}

const std::string short_report = R"({"schema": 2, "kind": "gilscope-report", "experiment": "compare"})";

ParameterDescription id() {
    return {.name = "id",
            .what = "The run's id",
            .schema = R"({"type": "string", "format": "uuid"})",
            .place = ParameterPlace::path};
}

ContentDescription not_there() {
    return {.status = 404, .what = "There is no such run"};
}

ContentDescription no_report() {
    return {.status = 409, .what = "Nothing of the run was measured, or not yet"};
}

}  // namespace

RouteDescription accept_run_description() {
    return {
        .summary = "Measures: a new run, in the queue",
        .details =
            "One run or benchmark is measured at a time. experiment: compare, or sweep (then workers is a "
            "list). "
            "Only experiment and workload are needed. interpreters, exact ids, may stand for builds. "
            "budget_s "
            "and blocks limit it; without both it ends when the intervals are narrow.",
        .bodies = {{.what = "What to measure", .example = request}},
        .answers = {{.status = 202, .what = "The run; Location is set", .example = whole(begun_run, "null")},
                    {.status = 503, .what = "Too many wait already, or the server is stopping"}},
    };
}

RouteDescription list_runs_description() {
    return {
        .summary = "The runs without their reports, newest first",
        .parameters =
            {
                {.name = "limit",
                 .what = "At most so many; the header Link leads to more",
                 .schema = R"({"type": "integer", "minimum": 1, "maximum": 1000, "default": 100})"},
                {.name = "cursor",
                 .what = "Only runs older than the one of this id",
                 .schema = R"({"type": "string", "format": "uuid"})"},
                {.name = "state",
                 .what = "Only runs in this state",
                 .schema = R"({"enum": ["queued", "running", "done", "failed", "cancelled"]})"},
            },
        .answers = {{.what = "The runs", .example = R"({"runs": [)" + finished_run + "}]}"}},
    };
}

RouteDescription show_run_description() {
    return {
        .summary = "One run, with its report when it is over",
        .parameters = {id()},
        .answers = {{.what = "The run", .example = whole(finished_run, short_report)}, not_there()},
    };
}

RouteDescription rename_run_description() {
    return {
        .summary = "Renames a run",
        .parameters = {id()},
        .bodies = {{.what = "1 to 200 characters", .example = R"({"name": "after the change"})"}},
        .answers = {{.what = "The run", .example = whole(finished_run, short_report)}, not_there()},
    };
}

RouteDescription remove_run_description() {
    return {
        .summary = "Removes a run that is over",
        .parameters = {id()},
        .answers = {{.status = 204, .what = "It is gone"},
                    not_there(),
                    {.status = 409, .what = "It isn't over: cancel it first"}},
    };
}

RouteDescription cancel_run_description() {
    return {
        .summary = "Cancels a run",
        .details =
            "A queued one is over at once; one that is measured soon, with what was measured until then.",
        .parameters = {id()},
        .answers = {{.status = 202, .what = "The run", .example = whole(begun_run, "null")},
                    not_there(),
                    {.status = 409, .what = "It is over already"}},
    };
}

RouteDescription watch_run_description() {
    return {
        .summary = "How a run goes on, as server-sent events",
        .details =
            "state and end: the run without its report; progress: its progress; round: what each cell's "
            "round "
            "took; partial: cells, machine_parallelism and warnings so far, after each block. Nothing is "
            "sent "
            "during a round.",
        .parameters = {id(),
                       {.name = "Last-Event-ID",
                        .what = "The last event that the client has: it goes on after it",
                        .place = ParameterPlace::header}},
        .answers = {{.what = "Events up to the end of the run",
                     .example = "id: 7\nevent: round\ndata: {\"block\":1,\"round\":1,\"cells\":[]}\n\n",
                     .media_type = "text/event-stream"},
                    {.status = 204, .what = "The run is over, and there is nothing left to tell"},
                    not_there()},
    };
}

RouteDescription compare_runs_description() {
    return {
        .summary = "Two runs side by side",
        .details =
            "time_ratio is the other run's time divided by this one's. significant: the intervals of both "
            "times "
            "don't overlap.",
        .parameters = {id(),
                       {.name = "with",
                        .what = "The id of the other run",
                        .schema = R"({"type": "string", "format": "uuid"})"}},
        .answers = {{.what = "Cell by cell, and what speaks against comparing them",
                     .example = R"({"a": )" + finished_run + R"(}, "b": )" + finished_run + R"(},
                         "cells": [{"interpreter": "3.13", "build": "gil", "mode": "threads", "workers": 2,
                             "a": {"interpreter": "3.13", "time_ms": {"value": 20.0, "low": 19.8, "high": 20.1},
                                 "speedup": {"value": 1.0, "low": 0.99, "high": 1.01}},
                             "b": {"interpreter": "3.13", "time_ms": {"value": 30.0, "low": 29.9, "high": 30.2},
                                 "speedup": {"value": 1.0, "low": 0.99, "high": 1.01}},
                             "time_ratio": {"value": 1.5, "low": 1.488, "high": 1.525}, "significant": true}],
                         "reservations": [], "method": "how the ratio and its interval come about"})"},
                    not_there(),
                    no_report()},
    };
}

RouteDescription draw_run_description() {
    return {
        .summary = "A run as a picture",
        .parameters = {id(),
                       {.name = "kind",
                        .what = "What is drawn",
                        .schema = R"({"enum": ["speedup", "time", "efficiency"], "default": "speedup"})"}},
        .answers = {{.what = "An SVG document", .example = "<svg/>", .media_type = "image/svg+xml"},
                    not_there(),
                    no_report()},
    };
}

RouteDescription export_run_description() {
    return {
        .summary = "A run's report as a file",
        .parameters = {id(),
                       {.name = "format",
                        .what = "json is everything, and can be imported",
                        .schema = R"({"enum": ["json", "csv", "markdown"], "default": "json"})"}},
        .answers = {{.what = "The file", .example = short_report}, not_there(), no_report()},
    };
}

RouteDescription import_run_description() {
    return {
        .summary = "A report from elsewhere, as a run that is over",
        .details = "Up to 32 MiB. Everything that follows from the samples is worked out again.",
        .bodies = {{.what = "A report, or a run's whole resource with its report in it",
                    .example = short_report}},
        .answers = {{.status = 201,
                     .what = "The run, marked as imported; Location is set",
                     .example = whole(finished_run, short_report)}},
    };
}

}  // namespace gilscope::http
