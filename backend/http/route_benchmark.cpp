#include "http/benchmark_answer.h"
#include "http/benchmark_description.h"
#include "http/benchmark_request.h"
#include "http/errors.h"
#include "http/routes.h"
#include "http/workload_reading.h"
#include "machine/machine_lock.h"

namespace gilscope::http {

namespace {

/// Nobody reads this answer if the client hung up; it is for the log.
Response cancelled(const Call& call) {
    if (call.request.caller != nullptr && call.request.caller->server_is_stopping()) {
        return error_response(503, "shutting_down", "the server is stopping; the benchmark was cancelled");
    }
    auto response = error_response(503, "cancelled", "the client hung up");
    response.close = true;
    return response;
}

Response answer_report(const Call& call, const BenchmarkRequest& request, const bench::Report& report) {
    if (report.state == "cancelled") {
        return cancelled(call);
    }
    auto answer = benchmark_answer(request, report);
    if (report.state == "deadline") {
        return error_response(504, "deadline", "the benchmark did not end in the time allowed",
                              {{"measured", std::move(answer)}});
    }
    return json_response(answer);
}

/// In the same line as runs, whose readers hear how far they have come in it.
bench::Report measure(const BenchmarkRequest& request, const Services& services, runs::RunService& runs,
                      const std::stop_token& stop) {
    const auto place = runs.queue().join();
    place.wait(stop);
    runs.tell_positions();
    const runs::Surroundings surroundings{services.engines, services.spawner, services.upstream};
    return runs::run_compare(request.run, surroundings, stop,
                             [&](const runs::RunProgress&) { runs.tell_positions(); });
}

Response run_benchmark(const Call& call, const Services& services, runs::RunService& runs,
                       std::chrono::nanoseconds limit) {
    const auto patience = patience_of(call);
    try {
        const auto request = read_benchmark_request(call.query, services, limit, patience);
        return answer_report(call, request, measure(request, services, runs, patience.stop));
    } catch (const runs::RunQueue::Left&) {
        return cancelled(call);
    } catch (const machine::MachineLock::Stopped&) {
        return cancelled(call);
    } catch (const engine::Cancelled&) {
        return cancelled(call);
    }
}

}  // namespace

void add_benchmark_route(RouteTable& table, const Services& services, runs::RunService& runs,
                         std::chrono::nanoseconds limit) {
    const auto handler = [&services, &runs, limit](const Call& call) {
        return run_benchmark(call, services, runs, limit);
    };
    table.add({.method = "GET",
               .pattern = "/api/benchmark",
               .handler = handler,
               .parameters = benchmark_parameters(),
               .is_unsafe = true,
               .allows_head = false,
               .description = benchmark_description()});
}

}  // namespace gilscope::http
