#include "runs/live_block.h"

#include <sys/resource.h>

#include <algorithm>

namespace gilscope::runs {
namespace {

using std::chrono::nanoseconds;

constexpr int warmup_rounds = 2;

/// CPU time of this very process: neither the cell's nor anybody else's.
nanoseconds own_cpu() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& time) {
        return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

void add_workers(const engine::RoundOutcome& outcome, bench::Sample& sample) {
    std::int64_t first_start = outcome.workers.front().started_ns;
    std::int64_t last_finish = outcome.workers.front().finished_ns;
    for (const engine::WorkerRecord& worker : outcome.workers) {
        first_start = std::min(first_start, worker.started_ns);
        last_finish = std::max(last_finish, worker.finished_ns);
        sample.task_sum += nanoseconds(worker.finished_ns - worker.started_ns);
        sample.user_cpu += nanoseconds(worker.user_cpu_ns);
        sample.system_cpu += nanoseconds(worker.system_cpu_ns);
        sample.run_queue_delay += nanoseconds(worker.run_queue_delay_ns);
        sample.voluntary_switches += worker.voluntary_switches;
        sample.involuntary_switches += worker.involuntary_switches;
        sample.collections += worker.collections;
        sample.collection_time += nanoseconds(worker.collection_ns);
    }
    sample.wall = nanoseconds(last_finish - outcome.released_ns);
    sample.first_start = nanoseconds(first_start - outcome.released_ns);
}

/// `ours`: CPU time of the engines and of this process between the two.
void add_machine(const machine::Counters& before, const machine::Counters& after, nanoseconds ours,
                 bench::Sample& sample) {
    const nanoseconds busy = after.busy - before.busy;
    sample.others_cpu = std::max(nanoseconds(0), busy - ours);
    // Counters of the kernel that may go back a little.
    sample.steal = std::max(nanoseconds(0), after.steal - before.steal);
    if (before.pressure && after.pressure) {
        sample.pressure = std::max(nanoseconds(0), *after.pressure - *before.pressure);
    }
    sample.throttled = std::max<std::int64_t>(0, after.throttled.value_or(0) - before.throttled.value_or(0));
    sample.throttled_time = std::max(nanoseconds(0), after.throttled_time - before.throttled_time);
}

}  // namespace

engine::CellPlan plan_of(const bench::Cell& cell, const BlockContext& context, std::uint32_t hash_seed) {
    engine::CellPlan plan;
    plan.workers = cell.mode == bench::Mode::sequential ? 1 : cell.workers;
    plan.pool_of_processes = cell.mode == bench::Mode::processes;
    if (cell.mode == bench::Mode::threads) {
        plan.crew = engine::Crew::threads;
    } else if (cell.mode == bench::Mode::interpreters) {
        plan.crew = engine::Crew::interpreters;
    }
    if (cell.workers <= context.pin_up_to) {
        plan.cpus = context.cpus;
    }
    plan.hash_seed = hash_seed;
    plan.pycache_prefix = context.pycache_root / cell.interpreter;
    plan.workload_file = context.request.workload.file;
    plan.parameters = context.request.parameters;
    plan.upstream = context.surroundings.upstream;
    plan.memory_limit_bytes = context.memory_limit_bytes;
    plan.change = context.change;
    return plan;
}

LiveBlock::LiveBlock(const BlockContext& context, bench::Measurements& run, int workers,
                     std::uint32_t hash_seed)
    : context_(context), run_(run), cells_(run.cells.size()) {
    block_.workers = workers;
    block_.hash_seed = hash_seed;
    block_.cells.resize(run.cells.size());
    for (std::size_t i = 0; i < run.cells.size(); ++i) {
        if (run.cells[i].cell.workers == workers) {
            mine_.push_back(i);
        }
    }
}

void LiveBlock::mark_unavailable(std::size_t cell, const engine::ModeUnavailable& why) {
    run_.cells[cell].unavailable = bench::Unavailable{why.what(), why.module()};
    cells_[cell].reset();
    block_.cells[cell].reset();
}

void LiveBlock::start_cell(std::size_t cell, const engine::Patience& patience) {
    const auto plan = plan_of(run_.cells[cell].cell, context_, block_.hash_seed);
    try {
        cells_[cell] = std::make_unique<engine::Cell>(context_.surroundings.spawner, *context_.engines[cell],
                                                      plan, patience);
        block_.cells[cell].emplace().setup = cells_[cell]->setup();
    } catch (const engine::ModeUnavailable& why) {
        mark_unavailable(cell, why);
    }
}

void LiveBlock::start(const engine::Patience& patience) {
    for (const std::size_t cell : mine_) {
        if (!run_.cells[cell].unavailable) {
            start_cell(cell, patience);
        }
    }
}

bench::Sample LiveBlock::measure(std::size_t cell, std::int64_t calls, const engine::Patience& patience,
                                 ChecksumBook& checksums) {
    machine::Counters before;
    machine::Counters after;
    nanoseconds own_before{};
    nanoseconds own_after{};
    const auto outcome = cells_[cell]->run_round(
        calls, patience,
        [&] {
            before = counters_.read();
            own_before = own_cpu();
        },
        [&] {
            own_after = own_cpu();
            after = counters_.read();
        });
    bench::Sample sample;
    sample.calls = calls;
    sample.process_cpu = outcome.process_cpu;
    sample.gil_enabled = outcome.gil_enabled;
    add_workers(outcome, sample);
    add_machine(before, after, outcome.process_cpu_in_all + own_after - own_before, sample);
    bench::CellFacts& facts = run_.cells[cell];
    if (facts.gil_enabled_by.empty()) {
        facts.gil_enabled_by = outcome.gil_enabled_by;
    }
    checksums.note(to_string(facts.cell), outcome.checksums);
    return sample;
}

void LiveBlock::run_cell(std::size_t cell, bool warmup, const engine::Patience& patience,
                         ChecksumBook& checksums) {
    if (!cells_[cell]) {
        return;
    }
    try {
        bench::Sample sample =
            measure(cell, bench::calls_of_worker(run_.cells[cell], warmup), patience, checksums);
        sample.warmup = warmup;
        sample.round = static_cast<int>(block_.cells[cell]->samples.size());
        block_.cells[cell]->samples.push_back(sample);
    } catch (const engine::ModeUnavailable& why) {
        mark_unavailable(cell, why);
    }
}

void LiveBlock::warm_up(const engine::Patience& patience, ChecksumBook& checksums) {
    for (const std::size_t cell : mine_) {
        nanoseconds warm{};
        for (int round = 0; round < warmup_rounds || warm < bench::min_round; ++round) {
            run_cell(cell, true, patience, checksums);
            if (!cells_[cell]) {  // it was unavailable, or has just turned out to be
                break;
            }
            warm += block_.cells[cell]->samples.back().wall;
        }
    }
    checksums.check();
}

void LiveBlock::round(const engine::Patience& patience, ChecksumBook& checksums, std::mt19937_64& random) {
    std::vector<bench::Cell> cells;
    cells.reserve(mine_.size());
    for (const std::size_t cell : mine_) {
        cells.push_back(run_.cells[cell].cell);
    }
    for (const std::size_t place : bench::round_order(cells, random)) {
        run_cell(mine_[place], false, patience, checksums);
    }
    checksums.check();
    ++rounds_;
}

bool LiveBlock::has_figures() const {
    return rounds_ > 0;
}

void LiveBlock::observe_cell(const bench::Observation& observation, const engine::Patience& patience,
                             ChecksumBook& checksums) {
    const std::size_t cell = observation.cell;
    const auto outcome = cells_[cell]->observed_round(observation.calls, run_.probe_interval, patience);
    bench::Sample sample;
    add_workers(outcome, sample);
    bench::CellBlock& block = *block_.cells[cell];
    block.observed_wall = sample.wall;
    block.observed_run_queue_delay = sample.run_queue_delay;
    for (const engine::ProbeSample& probe : outcome.probe) {
        block.probes.push_back({probe.wake_late, probe.lock_wait});
    }
    checksums.note(to_string(run_.cells[cell].cell), outcome.checksums);
}

void LiveBlock::observe(const std::vector<bench::Observation>& observations, const engine::Patience& patience,
                        ChecksumBook& checksums) {
    for (const bench::Observation& observation : observations) {
        note_memory(observation.cell);
        try {
            observe_cell(observation, patience, checksums);
        } catch (const engine::ModeUnavailable& why) {
            mark_unavailable(observation.cell, why);
        }
    }
    checksums.check();
}

/// Without what the probe needs, where there is one.
void LiveBlock::note_memory(std::size_t cell) {
    bench::CellBlock& block = *block_.cells[cell];
    if (block.memory_bytes == 0) {
        const engine::Memory memory = cells_[cell]->memory();
        block.memory_bytes = memory.bytes;
        block.peak_bytes = memory.peak_bytes;
    }
}

std::string LiveBlock::finish() {
    std::string printed;
    for (const std::size_t i : mine_) {
        if (!cells_[i]) {
            continue;
        }
        note_memory(i);
        cells_[i]->end();
        printed += cells_[i]->printed();
        cells_[i].reset();
    }
    return printed;
}

}  // namespace gilscope::runs
