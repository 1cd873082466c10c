// What report files and pictures cost.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "bench/report_reader.h"
#include "benchmarks.h"
#include "chart/chart.h"
#include "laboratory.h"

namespace gilscope::laboratory {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int cells = 8;
constexpr int blocks = 500;
constexpr int rounds = 250;

double seconds_since(Clock::time_point begun) {
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// With its own memory to measure.
void in_a_process_of_its_own(const std::function<void()>& action) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        action();
        std::fflush(nullptr);
        _exit(0);
    }
    waitpid(child, nullptr, 0);
}

bench::Sample sample(std::mt19937& random, int round) {
    const auto up_to = [&](unsigned most) { return static_cast<std::int64_t>(random() % most); };
    bench::Sample sample;
    sample.round = round;
    sample.warmup = round < 2;
    sample.wall = std::chrono::nanoseconds(100'000'000 + up_to(9'000'000));
    sample.first_start = std::chrono::nanoseconds(30'000 + up_to(9'999));
    sample.task_sum = sample.process_cpu = 2 * sample.wall;
    sample.user_cpu = sample.task_sum - std::chrono::nanoseconds(up_to(999'999));
    sample.system_cpu = std::chrono::nanoseconds(up_to(999'999));
    sample.run_queue_delay = std::chrono::nanoseconds(up_to(999'999));
    sample.voluntary_switches = up_to(100);
    sample.involuntary_switches = up_to(10);
    sample.collections = up_to(3);
    sample.collection_time = std::chrono::nanoseconds(up_to(99'999));
    sample.others_cpu = std::chrono::nanoseconds(10'000'000 * up_to(2));
    sample.pressure = std::chrono::nanoseconds(up_to(99'999));
    return sample;
}

bench::Report large_report() {
    std::mt19937 random(1);
    bench::Report report;
    report.interpreters = {{"3.13", "3.13.5", bench::Build::gil, "", "", ""},
                           {"3.13t", "3.13.5", bench::Build::ft, "", "", ""}};
    for (const bench::InterpreterFacts& interpreter : report.interpreters) {
        for (const bench::Mode mode : bench::all_modes) {
            report.measurements.cells.emplace_back().cell = {interpreter.id, interpreter.build, mode, 1};
        }
    }
    for (int b = 0; b < blocks; ++b) {
        bench::Block& block = report.measurements.blocks.emplace_back();
        for (int c = 0; c < cells; ++c) {
            bench::CellBlock& cell = block.cells.emplace_back().emplace();
            for (int round = 0; round < rounds; ++round) {
                cell.samples.push_back(sample(random, round));
            }
        }
    }
    bench::summarize(report);
    return report;
}

void load(const std::string& file) {
    const auto begun = Clock::now();
    std::ifstream stream(file);
    const bench::Report report = bench::parse_report(stream);
    const double seconds = seconds_since(begun);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
    print_goal(
        "loading 1,000,000 samples, less than 1 s",
        fmt::format("{:.2f} s for a file of {} MB", seconds, std::filesystem::file_size(file) / 1'000'000),
        seconds < 1);
    print_goal("its memory, less than 200 MB", fmt::format("{:.0f} MiB", mib), mib * 1.048576 < 200);
}

/// Ten series of 64 points: three modes of three interpreters, and one of a fourth.
bench::Report report_of_ten_series() {
    bench::Report report;
    report.experiment = "sweep";
    for (const char* id : {"3.13", "3.13t", "3.14", "3.14t"}) {
        const bench::Build build = std::string(id).ends_with('t') ? bench::Build::ft : bench::Build::gil;
        report.interpreters.push_back({id, id, build, "", "", ""});
        for (const bench::Mode mode :
             {bench::Mode::threads, bench::Mode::interpreters, bench::Mode::processes}) {
            for (int workers = 1; workers <= 64 && report.cells.size() < 640; ++workers) {
                bench::CellSummary& cell = report.cells.emplace_back();
                cell.facts.cell = {id, build, mode, workers};
                cell.time_ms = bench::Estimate{100, 99, 101};
                cell.speedup = bench::Estimate{0.9 * workers, 0.88 * workers, 0.93 * workers};
            }
        }
    }
    return report;
}

}  // namespace

void report_loading() {
    const std::string file =
        std::filesystem::temp_directory_path() / fmt::format("gilscope-{}.json", getpid());
    in_a_process_of_its_own([&] { std::ofstream(file) << bench::to_text(large_report()); });
    for (int i = 0; i < 3; ++i) {
        in_a_process_of_its_own([&] { load(file); });
    }
    std::filesystem::remove(file);
}

void chart_rendering() {
    constexpr int times = 100;
    const bench::Report report = report_of_ten_series();
    const auto begun = Clock::now();
    std::size_t bytes = 0;
    for (int i = 0; i < times; ++i) {
        bytes = chart::svg(report, chart::Kind::speedup).size();
    }
    const double milliseconds = seconds_since(begun) * 1e3 / times;
    print_goal("rendering 10 series of 64 points, at most 20 ms",
               fmt::format("{:.2f} ms for {} KB", milliseconds, bytes / 1000), milliseconds <= 20);
}

}  // namespace gilscope::laboratory
