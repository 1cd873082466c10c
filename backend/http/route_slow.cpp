#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <chrono>

#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

namespace {

using Clock = std::chrono::steady_clock;

void sleep_until(Clock::time_point wanted) {
    const auto since_start = std::chrono::duration_cast<std::chrono::nanoseconds>(wanted.time_since_epoch());
    const timespec until{static_cast<time_t>(since_start.count() / 1'000'000'000),
                         static_cast<long>(since_start.count() % 1'000'000'000)};
    // steady_clock is CLOCK_MONOTONIC; an absolute time is right even after an interruption.
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
}

/// What is measured against this server should be its caller, not the 50 µs by which Linux may delay a timer.
void ask_for_exact_timers() {
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

/// In a few steps if it is long, to notice that the server stops; the default of 50 ms is one step.
bool sleep_unless_stopped(Clock::time_point wanted, const Caller& caller) {
    constexpr std::chrono::milliseconds step{100};
    for (auto now = Clock::now(); now < wanted; now = Clock::now()) {
        if (caller.server_is_stopping()) {
            return false;
        }
        sleep_until(std::min(wanted, now + step));
    }
    return true;
}

Response sleep_and_answer(const Call& call, SleepersAtStop at_stop) {
    const auto begun = Clock::now();
    const auto milliseconds = call.query.integer("ms", 1, 1000, 50);
    call.query.check();
    ask_for_exact_timers();
    const auto wanted = begun + std::chrono::milliseconds(milliseconds);
    if (at_stop == SleepersAtStop::finish || call.request.caller == nullptr) {
        sleep_until(wanted);
    } else if (!sleep_unless_stopped(wanted, *call.request.caller)) {
        return error_response(503, "shutting_down", "the server is stopping");
    }
    return json_response({{"ok", true}, {"ms", milliseconds}});
}

}  // namespace

void add_slow_routes(RouteTable& table, SleepersAtStop at_stop) {
    const auto handler = [at_stop](const Call& call) { return sleep_and_answer(call, at_stop); };
    const RouteDescription description{
        .summary = "Answers after a while, like a slow service",
        .details = "What I/O-bound workloads wait for. A body is read and ignored.",
        .parameters = {{.name = "ms",
                        .what = "How long, in milliseconds",
                        .schema = R"({"type": "integer", "minimum": 1, "maximum": 1000, "default": 50})"}},
        .answers = {{.what = "That time has passed", .example = R"({"ok": true, "ms": 50})"}},
    };
    table.add({.method = "GET",
               .pattern = "/api/slow",
               .handler = handler,
               .parameters = {"ms"},
               .description = description});
    table.add({.method = "POST",
               .pattern = "/api/slow",
               .handler = handler,
               .parameters = {"ms"},
               .is_unsafe = true,
               .description = description});
}

}  // namespace gilscope::http
