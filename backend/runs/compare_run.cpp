#include "runs/compare_run.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>
#include <utility>

#include "bench/block_figures.h"
#include "bench/confirmation.h"
#include "bench/disturbance.h"
#include "bench/fitness.h"
#include "bench/observation.h"
#include "machine/machine.h"
#include "runs/confirm.h"
#include "runs/memory_need.h"

namespace gilscope::runs {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

/// After a listener has written to a terminal or a socket, the machine settles before the next round.
constexpr std::chrono::milliseconds rest_after_event{20};

/// A confirming run may take so many times what the run itself lets expect: the change may slow the workload
/// down.
constexpr int far_longer_than_expected = 5;

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

}  // namespace

void CompareRun::describe() {
    bench::Measurements& run = report_.measurements;
    const machine::Facts facts = machine::facts();
    const int cores = static_cast<int>(facts.usable.count);
    run.workers = workers_.back();
    run.usable_cores = facts.usable.count;
    run.quick_look = request_.budget.blocks == 1;
    run.pinned = request_.pin && workers_.front() <= cores;
    context_.cpus = run.pinned ? facts.usable.cpus : std::vector<int>{};
    context_.pin_up_to = cores;
    context_.memory_limit_bytes =
        request_.memory_limit_bytes > 0 ? request_.memory_limit_bytes : facts.memory_available_bytes / 2;
    memory_available_bytes_ = facts.memory_available_bytes;
    spin_.emplace(facts.usable.cpus, run.pinned, bench::shortest_round(run.quick_look));

    report_.experiment = experiment_;
    report_.gilscope_version = GILSCOPE_VERSION;
    report_.started_at = utc_now();
    report_.workload = {request_.workload.name, request_.workload.title, request_.parameters};
    report_.machine = machine::to_json(facts);
    report_.machine["before"] = machine::to_json(machine::quietness());
    describe_cells();
}

void CompareRun::describe_cells() {
    for (const std::string& id : request_.interpreters) {
        report_.interpreters.push_back(facts_of(surroundings_.engines.usable(id)));
    }
    bench::Measurements& run = report_.measurements;
    for (const int workers : workers_) {
        for (const bench::InterpreterFacts& interpreter : report_.interpreters) {
            for (const bench::Mode mode : complete_modes(request_.modes)) {
                bench::CellFacts cell;
                cell.cell = {interpreter.id, interpreter.build, mode, workers};
                run.cells.push_back(cell);
                context_.engines.push_back(&surroundings_.engines.usable(interpreter.id));
            }
        }
    }
}

void CompareRun::calibrate_all() {
    std::vector<Calibration> calibrations;
    calibrations.reserve(request_.interpreters.size());
    tell("calibrating", 0);
    for (const std::string& id : request_.interpreters) {
        const bench::Cell baseline{id, bench::Build::gil, bench::Mode::sequential, 1};
        calibrations.push_back(calibrate(surroundings_, surroundings_.engines.usable(id),
                                         plan_of(baseline, context_, 0), patience_));
    }
    choose_calls(calibrations);
    check_memory(calibrations);
}

void CompareRun::choose_calls(const std::vector<Calibration>& calibrations) {
    bench::Measurements& run = report_.measurements;
    nanoseconds fastest = nanoseconds::max();
    double cores_of_one = 1;
    run.waiting = true;
    for (const Calibration& calibration : calibrations) {
        fastest = std::min(fastest, calibration.call);
        cores_of_one = std::min(cores_of_one, calibration.cores_used);
        run.waiting = run.waiting && calibration.waiting;
    }
    for (bench::CellFacts& facts : run.cells) {
        const int workers = facts.cell.workers;
        facts.calls_per_worker =
            bench::calls_per_round(bench::fastest_cell(fastest, workers, cores_of_one, run.usable_cores),
                                   bench::shortest_round(run.quick_look));
        if (facts.cell.mode == bench::Mode::sequential) {
            const std::int64_t made = bench::sequential_calls(workers, facts.calls_per_worker, run.waiting);
            facts.measured_calls = made < facts.calls_per_worker * workers ? made : 0;
        }
    }
}

void CompareRun::check_memory(const std::vector<Calibration>& calibrations) const {
    std::vector<EngineMemory> engines;
    engines.reserve(calibrations.size());
    for (const Calibration& calibration : calibrations) {
        engines.push_back(
            {calibration.memory.private_bytes, calibration.memory.bytes - calibration.memory.private_bytes});
    }
    runs::check_memory(workers_, complete_modes(request_.modes), engines, memory_available_bytes_);
}

void CompareRun::spin(int workers) {
    const machine::Spin spin = spin_->measure(workers);
    report_.measurements.machine_spins.push_back({spin.one, spin.many, workers});
}

void CompareRun::tell(const std::string& phase, int round, const bench::Report* so_far) {
    if (!listener_) {
        return;
    }
    RunProgress progress;
    progress.phase = phase;
    progress.block = static_cast<int>(report_.measurements.blocks.size()) + 1;
    progress.blocks_expected = schedule_.blocks_expected();
    progress.round = round;
    progress.workers = open_ != nullptr ? open_->workers : 0;
    progress.rounds = open_ != nullptr ? rounds_in_block_[open_->workers] : 0;
    progress.elapsed = Clock::now() - begun_;
    progress.remaining = schedule_.remaining(progress.elapsed);
    progress.finished = std::exchange(finished_, std::nullopt);
    progress.so_far = so_far;
    progress.raw = &report_;
    progress.open_block = open_;
    listener_(progress);
    std::this_thread::sleep_for(rest_after_event);
}

void CompareRun::note_finished(const LiveBlock& live, int round) {
    const bench::Measurements& run = report_.measurements;
    finished_ = FinishedRound{static_cast<int>(run.blocks.size()) + 1, round, {}};
    finished_->times.reserve(run.cells.size());
    for (std::size_t i = 0; i < run.cells.size(); ++i) {
        const auto& cell = live.block().cells[i];
        if (cell && !cell->samples.empty()) {
            const auto wall = static_cast<double>(cell->samples.back().wall.count());
            finished_->times.push_back(
                {run.cells[i].cell, nanoseconds(std::llround(wall * bench::scale_of(run, i)))});
        }
    }
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

void CompareRun::measure_rounds(LiveBlock& live, int workers) {
    tell("starting", 0);
    live.start(patience_);
    if (!report_.measurements.quick_look) {
        tell("warming up", 0);
        live.warm_up(patience_, checksums_);
    }
    int& rounds = rounds_in_block_[workers];
    for (int round = 1; round == 1 || round <= rounds; ++round) {
        tell("measuring", round);
        const auto round_begun = Clock::now();
        live.round(patience_, checksums_, random_);
        note_finished(live, round);
        if (rounds == 0) {
            rounds = bench::rounds_per_block(Clock::now() - round_begun, workers_.size());
        }
    }
    if (!report_.measurements.quick_look) {
        observe(live);
    }
}

/// After the timed rounds, so that watching never disturbs what is timed.
void CompareRun::observe(LiveBlock& live) {
    const auto begun = Clock::now();
    const auto chosen = bench::observations(report_.measurements, live.block(),
                                            bench::time_to_observe(begun - begun_, observed_));
    if (!chosen.empty()) {
        tell("observing", 0);
        live.observe(chosen, patience_, checksums_);
        observed_ += Clock::now() - begun;
    }
}

void CompareRun::measure_block(int workers) {
    const auto begun = Clock::now();
    spin(workers);
    LiveBlock live(context_, report_.measurements, workers, static_cast<std::uint32_t>(random_()));
    open_ = &live.block();
    try {
        measure_rounds(live, workers);
    } catch (...) {
        open_ = nullptr;
        if (live.has_figures()) {  // stopped in mid-block: what is there counts as a short block
            close_block(live);
        }
        throw;
    }
    open_ = nullptr;
    close_block(live);
    bench::Report so_far = report_;
    bench::summarize(so_far);
    report_.cells = so_far.cells;
    const auto now = Clock::now();
    schedule_.note({workers, report_.counted_blocks(workers), report_.disturbed_blocks(workers),
                    is_settled(workers), now - begun},
                   now - begun_);
    report_.stopped_because = schedule_.stopped_because();
    tell("measuring", 0, &so_far);
}

bool CompareRun::is_settled(int workers) const {
    const int parallel = bench::parallel_workers(report_.measurements, workers);
    return std::all_of(report_.cells.begin(), report_.cells.end(), [&](const bench::CellSummary& cell) {
        return cell.facts.cell.workers != workers || !cell.speedup ||
               bench::is_settled(*cell.speedup, parallel);
    });
}

void CompareRun::measure_blocks() {
    std::set<int> visited;
    while (const auto workers = schedule_.next(Clock::now() - begun_, random_)) {
        measure_block(*workers);
        visited.insert(*workers);
    }
    report_.stopped_because = schedule_.stopped_because();
    for (const int workers : visited) {
        spin(workers);
    }
}

void CompareRun::tell_confirming(nanoseconds expected, Clock::time_point begun) {
    if (!listener_) {
        return;
    }
    RunProgress progress;
    progress.phase = "confirming";
    const auto now = Clock::now();
    progress.elapsed = now - begun_;
    progress.remaining = std::max<nanoseconds>(expected - (now - begun), std::chrono::seconds(1));
    listener_(progress);
    std::this_thread::sleep_for(rest_after_event);
}

/// After everything else, and only as far as a firm budget allows: the figures are complete without it, so
/// nothing that goes wrong here costs them.
void CompareRun::confirm_verdicts() {
    bench::Report judged = report_;
    bench::summarize(judged);
    const nanoseconds limit =
        std::min<nanoseconds>(request_.budget.time.value_or(nanoseconds::max()), request_.deadline);
    for (const bench::WantedConfirmation& wanted : bench::wanted_confirmations(judged)) {
        const auto begun = Clock::now();
        const nanoseconds expected = bench::expected_length(judged, wanted);
        if (expected > limit - (begun - begun_)) {
            continue;
        }
        const engine::Patience patience{
            patience_.stop, std::min(patience_.deadline, begun + far_longer_than_expected * expected)};
        try {
            auto confirmation =
                confirm(judged, wanted,
                        {context_, patience, random_, std::min(patience.deadline, begun_ + limit),
                         [&] { tell_confirming(expected, begun); }});
            if (confirmation) {
                report_.confirmations.push_back(std::move(*confirmation));
            }
        } catch (const engine::Cancelled&) {
            return;
        } catch (const std::exception& error) {
            warn_of_failed_confirmation(wanted, error.what());
        }
    }
}

void CompareRun::warn_of_failed_confirmation(const bench::WantedConfirmation& wanted,
                                             const std::string& reason) {
    report_.warnings.push_back(
        {"confirmation_failed",
         fmt::format("The verdict on {} could not be tested by a run with one thing changed ({}): {}",
                     wanted.interpreter, bench::name_of(wanted.change), reason),
         "Take its cause as likely, not as shown.", ""});
}

bench::Report CompareRun::run() {
    describe();
    try {
        calibrate_all();
        measure_blocks();
        confirm_verdicts();
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
