// What the probe sees beside spinners of pure Python and of native code that keeps the GIL.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <functional>

#include "bench/scheduling_delay.h"
#include "benchmarks.h"
#include "engine/cell.h"
#include "laboratory.h"
#include "runs/temporary_directory.h"

namespace gilscope::laboratory {
namespace {

using bench::Percentiles;
using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds watched_for{3000};

struct Spinners {
    const char* workload;
    bool free_threaded;
    engine::Crew crew;
    int count;
};

struct Seen {
    Percentiles wake_late_us;
    Percentiles lock_wait_us;
    std::size_t samples = 0;
    double run_queue_share = 0;
};

Seen watch(engine::Cell& cell, int spinners, const engine::Patience& patience) {
    const auto call = cell.call(1, patience).wall;
    const auto calls = std::max<std::int64_t>(1, watched_for / (call * std::max(1, spinners)));
    const auto outcome = cell.observed_round(calls, std::chrono::milliseconds(10), patience);
    Seen seen;
    std::vector<double> wake_late_us;
    std::vector<double> lock_wait_us;
    for (const engine::ProbeSample& sample : outcome.probe) {
        wake_late_us.push_back(static_cast<double>(sample.wake_late.count()) / 1e3);
        lock_wait_us.push_back(static_cast<double>(sample.lock_wait.count()) / 1e3);
    }
    seen.samples = outcome.probe.size();
    seen.wake_late_us = bench::percentiles_of(wake_late_us).value_or(Percentiles{});
    seen.lock_wait_us = bench::percentiles_of(lock_wait_us).value_or(Percentiles{});
    double delay = 0;
    double wall = 0;
    for (const engine::WorkerRecord& worker : outcome.workers) {
        delay += static_cast<double>(worker.run_queue_delay_ns);
        wall += static_cast<double>(worker.finished_ns - worker.started_ns);
    }
    seen.run_queue_share = wall > 0 ? delay / wall : 0;
    return seen;
}

std::string text_of(const Percentiles& us) {
    return fmt::format("{:.3f} / {:.3f} / {:.3f} / {:.3f} ms", us.p50 / 1e3, us.p95 / 1e3, us.p99 / 1e3,
                       us.max / 1e3);
}

}  // namespace

void scheduling_delay() {
    Laboratory laboratory;
    engine::Spawner spawner;
    const runs::TemporaryDirectory pycache;
    const auto between = [](double low, double high) {
        return [=](const Seen& seen) {
            return seen.lock_wait_us.p50 >= 1e3 * low && seen.lock_wait_us.p50 <= 1e3 * high;
        };
    };
    const std::vector<std::pair<Spinners, std::function<bool(const Seen&)>>> all = {
        {{"additions", false, engine::Crew::main_thread, 1}, between(4, 6)},
        {{"additions", false, engine::Crew::threads, 2}, between(4, 11)},
        {{"additions", false, engine::Crew::threads, 16}, between(40, 85)},
        {{"regex_backtrack", false, engine::Crew::threads, 2}, between(30, 1000)},
        {{"additions", false, engine::Crew::interpreters, 2}, between(4, 6)},
        {{"additions", true, engine::Crew::main_thread, 1}, between(0, 0.01)},
        {{"additions", true, engine::Crew::threads, 2}, between(0, 0.01)},
    };
    fmt::print("p50 / p95 / p99 / max\n");
    for (const auto& [spinners, is_expected] : all) {
        const auto& engine = laboratory.engines().newest(spinners.free_threaded);
        const auto request = laboratory.request(spinners.workload, nlohmann::ordered_json::object(),
                                                spinners.count, {bench::Mode::threads});
        engine::CellPlan plan;
        plan.crew = spinners.crew;
        plan.workers = spinners.count;
        plan.workload_file = request.workload.file;
        plan.parameters = request.parameters;
        plan.pycache_prefix = pycache.path() / engine.id;
        const engine::Patience patience{{}, std::chrono::steady_clock::now() + std::chrono::minutes(5)};
        engine::Cell cell(spawner, engine, plan, patience);
        const Seen seen = watch(cell, spinners.count, patience);
        cell.end();
        print_goal(fmt::format("{} {} x{} {}", engine.id, engine::name_of(spinners.crew), spinners.count,
                               spinners.workload),
                   fmt::format("waits {}, woken late {}, {} samples, workers' own delay {:.1f} %",
                               text_of(seen.lock_wait_us), text_of(seen.wake_late_us), seen.samples,
                               100 * seen.run_queue_share),
                   is_expected(seen));
        std::fflush(stdout);
    }
}

}  // namespace gilscope::laboratory
