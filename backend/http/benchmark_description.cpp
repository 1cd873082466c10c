#include "http/benchmark_description.h"

namespace gilscope::http {

namespace {

constexpr const char* example = R"({
    "gil_enabled": true, "workers": 2, "task": "cpu", "checksum": 17984,
    "results_ms": {"sequential": 41.2, "threads": 41.8, "interpreters": 29.6, "processes": 37.5},
    "n": 200000,
    "details": [
        {"interpreter": "3.13", "build": "gil", "mode": "threads", "gil_enabled": true, "checksum": 17984,
         "setup_ms": 0.4, "run_ms": {"best": 41.1, "median": 41.4},
         "speedup": {"value": 0.99, "low": 0.98, "high": 1.0},
         "machine_parallelism": {"value": 1.96, "low": 1.94, "high": 1.97}, "share_of_machine": 0.5,
         "cores_used": 1.0, "memory_mib": 9.1, "warnings": [],
         "scheduling_delay": {"wake_late_us": {"p50": 58.1, "p95": 90.4, "p99": 312.0, "max": 312.0},
             "lock_wait_us": {"p50": 5081.2, "p95": 10120.9, "p99": 10204.3, "max": 10204.3},
             "samples": 42, "interval_ms": 10.0, "valid": true}}
    ],
    "verdicts": [
        {"interpreter": "3.13", "build": "gil", "kind": "lock_bound",
         "sentence": "Threads don't help here: one lock lets only one of them run at a time.",
         "advice": "Use interpreters, or the free-threaded build.", "fastest": "interpreters",
         "evidence": [{"name": "speedup", "value": 0.99, "unit": ""}]}
    ],
    "warnings": [],
    "blocks": {"counted": 6, "disturbed": 0}
})";

constexpr const char* late_example = R"({
    "error": {"code": "deadline", "message": "the benchmark did not end in the time allowed",
              "details": {"measured": {}}}
})";

}  // namespace

RouteDescription benchmark_description() {
    return {
        .summary = "Compares the four modes now, and answers with the result",
        .details =
            "One measurement runs at a time, others wait for their turn. Who hangs up is forgotten, and "
            "what was being measured for them is cancelled. scheduling_delay: in rounds that aren't timed, a "
            "thread wakes up every interval_ms; how late the system woke it, and how long it then waited for "
            "the "
            "GIL (lock_wait_us) or, without one, for pauses of all threads (pause_wait_us). null in a quick "
            "look "
            "(repeats=1); valid is false, and the figures are null, where the workers waited for a CPU "
            "themselves.",
        .parameters =
            {
                {.name = "task",
                 .what = "Counting primes, or waiting for /api/slow",
                 .schema = R"({"enum": ["cpu", "io"], "default": "cpu"})"},
                {.name = "workers",
                 .what = "Workers of each mode but sequential",
                 .schema = R"({"type": "integer", "minimum": 1, "maximum": 64, "default": 4})"},
                {.name = "n",
                 .what = "Primes below this are counted; for cpu only",
                 .schema = R"({"type": "integer", "minimum": 10000, "maximum": 5000000, "default": 200000})"},
                {.name = "delay_ms",
                 .what = "How long each round trip takes; for io only",
                 .schema = R"({"type": "integer", "minimum": 1, "maximum": 1000, "default": 50})"},
                {.name = "build",
                 .what = "Which builds of Python; without it the default one",
                 .schema = R"({"enum": ["gil", "ft", "all"]})"},
                {.name = "interpreter",
                 .what = "Exactly this one of /api/interpreters",
                 .schema = R"({"type": "string", "examples": ["3.13t"]})"},
                {.name = "modes",
                 .what =
                     "Some of sequential, threads, interpreters, processes, parted by commas; without it all",
                 .schema = R"({"type": "string", "examples": ["sequential,threads"]})"},
                {.name = "repeats",
                 .what = "Blocks of rounds; 1 is a quick look without intervals",
                 .schema = R"({"type": "integer", "minimum": 1, "maximum": 20})"},
            },
        .answers =
            {
                {.what = "What was measured; null for a mode that isn't available", .example = example},
                {.status = 503, .what = "Too many wait, or the server is stopping"},
                {.status = 504,
                 .what = "It took too long; details.measured has what is known",
                 .example = late_example},
            },
    };
}

}  // namespace gilscope::http
