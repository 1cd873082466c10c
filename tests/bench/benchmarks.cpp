#include "benchmarks.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>

#include "bench/statistics.h"
#include "laboratory.h"

namespace gilscope::laboratory {
namespace {

using bench::Build;
using bench::Mode;

struct Series {
    std::vector<double> speedups;
    std::vector<double> shares;
};

double spread(const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return (*high - *low) / bench::median(values);
}

void note(const bench::Report& report, Build build, Mode mode, Series& series) {
    const auto& cell = cell_of(report, build, mode);
    fmt::print("  {} {}: {} of {}; {} blocks, {} disturbed\n", bench::name_of(build), bench::name_of(mode),
               text_of(*cell.speedup), text_of(*report.machine_parallelism), report.counted_blocks(),
               report.disturbed_blocks());
    std::fflush(stdout);
    series.speedups.push_back(cell.speedup->value);
    const bool overlaps = !bench::differ(*cell.speedup, *report.machine_parallelism);
    series.shares.push_back(overlaps ? 1.0 : cell.share_of_machine);
}

void judge(const std::string& name, const Series& series) {
    print_goal(name + ", (max-min)/median of the runs, at most 6 %",
               fmt::format("{:.1f} %", 100 * spread(series.speedups)), spread(series.speedups) <= 0.06);
    const double lowest = *std::min_element(series.shares.begin(), series.shares.end());
    print_goal(name + ", share of machine parallelism (1 where intervals overlap), lowest run, at least 0.97",
               fmt::format("{:.3f}", lowest), lowest >= 0.97);
}

/// Runs `action` in a child process in a session (so an autogroup) of its own, while this process is its busy
/// neighbour. It can't be the other way round: a run ends every child that isn't an engine.
void beside_a_busy_neighbour(const std::function<void()>& action) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        setsid();
        action();
        std::fflush(nullptr);
        _exit(0);
    }
    volatile unsigned long spins = 0;
    while (waitpid(child, nullptr, WNOHANG) == 0) {
        for (int i = 0; i < 10'000'000; ++i) {
            spins = spins + 1;
        }
    }
}

void measure_beside_neighbour() {
    Laboratory laboratory;
    const auto report = laboratory.run(
        laboratory.request("count_primes", {{"n", 50'000}}, 2, {Mode::threads, Mode::interpreters}));
    for (const bench::Verdict& verdict : report.verdicts) {
        fmt::print("  {}: {}: {}\n", verdict.interpreter, verdict.kind, verdict.sentence);
    }
    const bool no_claim =
        std::all_of(report.verdicts.begin(), report.verdicts.end(), [](const auto& verdict) {
            return verdict.kind == "machine_limited" || verdict.kind == "inconclusive";
        });
    print_goal("a busy neighbour: blocks marked disturbed, no scaling verdict",
               fmt::format("{} of {} blocks disturbed", report.disturbed_blocks(),
                           report.measurements.blocks.size()),
               no_claim && report.disturbed_blocks() > 0);
}

}  // namespace

void repeatability(int runs) {
    Series interpreters;
    Series threads;
    for (int i = 0; i < runs; ++i) {
        Laboratory laboratory;  // everything new: a separate run
        const auto standard =
            laboratory.run(laboratory.request("count_primes", {{"n", 200'000}}, 2, {Mode::interpreters},
                                              {laboratory.engines().newest(false).id}));
        note(standard, Build::gil, Mode::interpreters, interpreters);
        const auto free_threaded = laboratory.run(laboratory.request(
            "count_primes", {{"n", 200'000}}, 2, {Mode::threads}, {laboratory.engines().newest(true).id}));
        note(free_threaded, Build::ft, Mode::threads, threads);
    }
    judge("interpreters (GIL)", interpreters);
    judge("threads (ft)", threads);
}

void same_against_same(int runs) {
    int contained = 0;
    std::vector<double> widths;
    for (int i = 0; i < runs; ++i) {
        Laboratory laboratory = Laboratory::with_twins();
        auto request = laboratory.request("count_primes", {{"n", 50'000}}, 1, {Mode::sequential});
        request.budget.blocks = bench::min_blocks_for_interval;
        const auto report = laboratory.run(request);
        std::vector<double> sides[2];
        for (const bench::Block& block : report.measurements.blocks) {
            for (std::size_t side = 0; side < 2 && !block.disturbed; ++side) {
                std::vector<double> rounds;
                for (const bench::Sample& sample : block.cells[side]->samples) {
                    if (!sample.warmup) {
                        rounds.push_back(static_cast<double>(sample.wall.count()));
                    }
                }
                sides[side].push_back(bench::median(rounds));
            }
        }
        const auto ratio = bench::estimate_ratio(sides[0], sides[1]);
        const bool holds_one = ratio.has_interval() && *ratio.low <= 1 && *ratio.high >= 1;
        contained += holds_one ? 1 : 0;
        widths.push_back(ratio.relative_half_width());
    }
    print_goal(
        "A/A: intervals that contain 1.00, at least 90 %",
        fmt::format("{} of {}, median half width {:.1f} %", contained, runs, 100 * bench::median(widths)),
        contained * 10 >= runs * 9);
}

void float_constant() {
    for (const char* which : {"first", "second"}) {
        Laboratory laboratory;
        const auto report = laboratory.run(laboratory.request("float_constant", {}, 2, {Mode::threads}));
        const auto& cell = cell_of(report, Build::ft, Mode::threads);
        print_goal(fmt::format("float_constant, ft threads, {} run, at least 1.6x", which),
                   text_of(*cell.speedup), cell.speedup->value >= 1.6);
    }
}

void http_roundtrip() {
    Laboratory laboratory;
    const auto report = laboratory.run(laboratory.request(
        "http_roundtrip", {{"delay_ms", 50}}, 32, {Mode::threads, Mode::interpreters, Mode::processes},
        {laboratory.engines().newest(false).id}));
    for (const Mode mode : {Mode::threads, Mode::interpreters, Mode::processes}) {
        const auto& cell = cell_of(report, Build::gil, mode);
        print_goal(fmt::format("http_roundtrip, 32 workers, {}, at least 28x", bench::name_of(mode)),
                   text_of(*cell.speedup), cell.speedup->value >= 28);
    }
}

void dispatch() {
    Laboratory laboratory;
    const auto report = laboratory.run(laboratory.request_file(
        GILSCOPE_TEST_WORKLOADS "/empty.py", 2, {Mode::threads, Mode::interpreters, Mode::processes}));
    const std::map<Mode, double> goals_us = {
        {Mode::threads, 2}, {Mode::interpreters, 2}, {Mode::processes, 5}};
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
        const auto& cell = report.cells[i];
        const auto goal = goals_us.find(cell.facts.cell.mode);
        if (goal == goals_us.end() || !cell.time_ms) {
            continue;
        }
        std::vector<double> first_starts_us;
        for (const auto& block : report.measurements.blocks) {
            for (const auto& sample : block.cells[i]->samples) {
                first_starts_us.push_back(static_cast<double>(sample.first_start.count()) / 1000);
            }
        }
        const double tasks = static_cast<double>(cell.facts.calls_per_worker) * report.measurements.workers;
        const double task_us = cell.time_ms->value * 1000 / tasks;
        const std::string name = to_string(cell.facts.cell);
        print_goal(
            fmt::format("{}, an empty task ({:.0f} a round), at most {} us", name, tasks, goal->second),
            fmt::format("{:.3f} us", task_us), task_us <= goal->second);
        print_goal(name + ", release to first task, median, at most 60 us",
                   fmt::format("{:.0f} us", bench::median(first_starts_us)),
                   bench::median(first_starts_us) <= 60);
    }
}

void busy_neighbour() {
    beside_a_busy_neighbour(measure_beside_neighbour);
}

}  // namespace gilscope::laboratory
