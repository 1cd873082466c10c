#include "runs/compare_run.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <thread>

#include "bench/disturbance.h"
#include "bench/fitness.h"
#include "machine/machine.h"

namespace gilscope::runs {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

/// After a listener has written to a terminal or a socket, the machine settles before the next round.
constexpr std::chrono::milliseconds rest_after_event{20};

std::string utc_now() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}+00:00", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

bench::InterpreterFacts facts_of(const engine::InstalledEngine& engine) {
    return {engine.id,       engine.version,     engine.free_threaded ? bench::Build::ft : bench::Build::gil,
            engine.compiler, engine.build_flags, engine.optimization};
}

/// Sequential first, since it is everyone's baseline.
std::vector<bench::Mode> complete_modes(const std::vector<bench::Mode>& asked) {
    std::vector<bench::Mode> modes;
    for (const bench::Mode mode : bench::all_modes) {
        if (mode == bench::Mode::sequential || std::find(asked.begin(), asked.end(), mode) != asked.end()) {
            modes.push_back(mode);
        }
    }
    return modes;
}

std::string name_of(bench::Next next) {
    switch (next) {
        case bench::Next::converged:
            return "converged";
        case bench::Next::too_disturbed:
            return "too_disturbed";
        default:
            return "budget_used";
    }
}

}  // namespace

void CompareRun::describe() {
    bench::Measurements& run = report_.measurements;
    const machine::Facts facts = machine::facts();
    run.workers = request_.workers;
    run.usable_cores = facts.usable.count;
    run.quick_look = request_.budget.blocks == 1;
    run.pinned = request_.pin && request_.workers <= static_cast<int>(facts.usable.count);
    context_.cpus = run.pinned ? facts.usable.cpus : std::vector<int>{};
    context_.memory_limit_bytes =
        request_.memory_limit_bytes > 0 ? request_.memory_limit_bytes : facts.memory_available_bytes / 2;
    spin_.emplace(facts.usable.cpus, run.pinned);

    report_.gilscope_version = GILSCOPE_VERSION;
    report_.started_at = utc_now();
    report_.workload = {request_.workload.name, request_.workload.title, request_.parameters};
    report_.machine = machine::to_json(facts);
    report_.machine["before"] = machine::to_json(machine::quietness());
    for (const std::string& id : request_.interpreters) {
        const engine::InstalledEngine& engine = surroundings_.engines.usable(id);
        report_.interpreters.push_back(facts_of(engine));
        for (const bench::Mode mode : complete_modes(request_.modes)) {
            bench::CellFacts cell;
            cell.cell = {id, report_.interpreters.back().build, mode, request_.workers};
            run.cells.push_back(cell);
            context_.engines.push_back(&engine);
        }
    }
}

void CompareRun::calibrate_all() {
    std::vector<Calibration> calibrations;
    tell("calibrating", 0);
    for (const std::string& id : request_.interpreters) {
        const bench::Cell baseline{id, bench::Build::gil, bench::Mode::sequential, request_.workers};
        calibrations.push_back(calibrate(surroundings_, surroundings_.engines.usable(id),
                                         plan_of(baseline, context_, 0), patience_));
    }
    choose_calls(calibrations);
}

void CompareRun::choose_calls(const std::vector<Calibration>& calibrations) {
    bench::Measurements& run = report_.measurements;
    nanoseconds fastest = nanoseconds::max();
    run.waiting = true;
    for (const Calibration& calibration : calibrations) {
        fastest = std::min(fastest, calibration.call);
        run.waiting = run.waiting && calibration.waiting;
    }
    const std::int64_t calls = bench::calls_per_round(fastest);
    for (bench::CellFacts& facts : run.cells) {
        facts.calls_per_worker = calls;
        if (facts.cell.mode == bench::Mode::sequential) {
            const std::int64_t made = bench::sequential_calls(request_.workers, calls, run.waiting);
            facts.measured_calls = made < calls * request_.workers ? made : 0;
        }
    }
}

void CompareRun::spin() {
    const machine::Spin spin = spin_->measure(request_.workers);
    report_.measurements.machine_spins.push_back({spin.one, spin.many, request_.workers});
}

nanoseconds CompareRun::estimate_remaining() const {
    const int counted = report_.counted_blocks();
    const int wanted = request_.budget.blocks.value_or(bench::min_blocks_for_interval);
    const auto by_blocks = longest_block_ * std::max(0, wanted - counted);
    if (request_.budget.time) {
        return std::max(nanoseconds(0), *request_.budget.time - (Clock::now() - begun_));
    }
    return by_blocks;
}

void CompareRun::tell(const std::string& phase, int round, const bench::Report* so_far) {
    if (!listener_) {
        return;
    }
    RunProgress progress;
    progress.phase = phase;
    progress.block = static_cast<int>(report_.measurements.blocks.size()) + 1;
    progress.blocks_expected =
        request_.budget.blocks.value_or(bench::min_blocks_for_interval) + report_.disturbed_blocks();
    progress.round = round;
    progress.rounds = rounds_in_block_;
    progress.elapsed = Clock::now() - begun_;
    progress.remaining = estimate_remaining();
    progress.so_far = so_far;
    listener_(progress);
    std::this_thread::sleep_for(rest_after_event);
}

void CompareRun::close_block(LiveBlock& live) {
    const std::string printed = live.finish();
    if (report_.measurements.blocks.empty()) {
        report_.output = printed;
    }
    bench::Block block = live.block();
    block.disturbed = bench::disturbance(block, report_.measurements);
    if (block.disturbed &&
        report_.measurements.quick_look) {  // no claim is made: say so instead of measuring again
        report_.warnings.push_back({"machine_busy", "Other programs got in the way: " + *block.disturbed,
                                    "Stop them, and ask for at least 6 blocks.", ""});
        block.disturbed.reset();
    }
    report_.measurements.blocks.push_back(std::move(block));
}

void CompareRun::measure_block() {
    const auto begun = Clock::now();
    spin();
    LiveBlock live(context_, report_.measurements, static_cast<std::uint32_t>(random_()));
    try {
        tell("starting", 0);
        live.start(patience_);
        if (!report_.measurements.quick_look) {
            tell("warming up", 0);
            live.warm_up(patience_, checksums_);
        }
        for (int round = 1; round == 1 || round <= rounds_in_block_; ++round) {
            tell("measuring", round);
            const auto round_begun = Clock::now();
            live.round(patience_, checksums_, random_);
            if (rounds_in_block_ == 0) {  // decided once: all blocks of a run are alike
                rounds_in_block_ = bench::rounds_per_block(Clock::now() - round_begun);
            }
        }
    } catch (...) {
        if (live.has_figures()) {  // stopped in mid-block: what is there counts as a short block
            close_block(live);
        }
        throw;
    }
    close_block(live);
    longest_block_ = std::max<nanoseconds>(longest_block_, Clock::now() - begun);
}

bench::Next CompareRun::next_step() {
    const auto settled = [&](const bench::CellSummary& cell) {
        return !cell.speedup ||
               bench::is_settled(*cell.speedup, bench::parallel_workers(report_.measurements, request_.workers));
    };
    bench::Progress progress;
    progress.counted_blocks = report_.counted_blocks();
    progress.disturbed_blocks = report_.disturbed_blocks();
    progress.elapsed = Clock::now() - begun_;
    progress.longest_block = longest_block_;
    progress.converged = std::all_of(report_.cells.begin(), report_.cells.end(), settled);
    return bench::next_step(request_.budget, progress);
}

void CompareRun::measure_blocks() {
    for (bench::Next next = bench::Next::another_block; next == bench::Next::another_block;) {
        measure_block();
        bench::Report so_far = report_;
        bench::summarize(so_far);
        report_.cells = so_far.cells;
        tell("measuring", rounds_in_block_, &so_far);
        next = next_step();
        report_.stopped_because = name_of(next);
    }
    spin();
}

bench::Report CompareRun::run() {
    describe();
    try {
        calibrate_all();
        measure_blocks();
    } catch (const engine::Cancelled&) {
        report_.state = report_.stopped_because = "cancelled";
    } catch (const engine::DeadlineExceeded&) {
        report_.state = report_.stopped_because = "deadline";
    }
    report_.finished_at = utc_now();
    for (bench::CellFacts& facts : report_.measurements.cells) {
        facts.checksum = checksums_.value();
    }
    bench::summarize(report_);
    return std::move(report_);
}

}  // namespace gilscope::runs
