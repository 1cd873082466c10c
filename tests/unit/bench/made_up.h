// Made-up measurements with known answers.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::bench::made_up {

inline nanoseconds from_ms(double milliseconds) {
    return nanoseconds(std::llround(milliseconds * 1e6));
}

/// What one cell reads like, as in the table of causes: everything for one round.
struct Row {
    double wall_ms = 200;
    double cores = 1;       ///< cores used
    double delay = 0.01;    ///< run-queue delay ÷ wall, over all workers
    double switches = 0;    ///< voluntary
    double collecting = 0;  ///< time in the collector ÷ wall
    double others_ms = 0;   ///< CPU time of other programs
    double pressure = 0;    ///< ÷ wall
    bool gil_enabled = false;
};

inline Sample sample_of(const Row& row, double factor = 1) {
    const double wall = row.wall_ms * factor;
    Sample sample;
    sample.wall = from_ms(wall);
    sample.task_sum = sample.wall;
    sample.user_cpu = from_ms(wall * row.cores);
    sample.process_cpu = sample.user_cpu;
    sample.run_queue_delay = from_ms(wall * row.delay);
    sample.voluntary_switches = std::llround(row.switches);
    sample.collection_time = from_ms(wall * row.collecting);
    sample.others_cpu = from_ms(row.others_ms);
    sample.pressure = from_ms(wall * row.pressure);
    sample.gil_enabled = row.gil_enabled;
    return sample;
}

/// A block's rounds: two for warm-up, slow ones that must not count, then three that do.
inline CellBlock block_of(const Row& row, double factor = 1) {
    CellBlock block;
    block.setup = from_ms(20);
    block.memory_bytes = 16 << 20;
    block.peak_bytes = 24 << 20;
    for (int round = 0; round < 5; ++round) {
        const bool warmup = round < 2;
        Sample sample = sample_of(row, warmup ? 5 * factor : factor * (1 + 0.001 * (round - 3)));
        sample.round = round;
        sample.warmup = warmup;
        block.samples.push_back(sample);
    }
    return block;
}

/// Multiplies a cell's time in one block: (block, cell) -> factor.
using Noise = std::function<double(int, int)>;

inline double quiet(int block, int cell) {
    return 1 + 0.002 * ((block * 7 + cell * 3) % 5 - 2);
}

struct Column {
    Cell cell;
    Row row;
};

inline InterpreterFacts interpreter(const std::string& id, Build build) {
    return {id, "3.13.15", build, "GCC 12.2.0", "--with-lto", "PGO+LTO"};
}

/// A report with its measurements, not summarized yet.
inline Report report_of(const std::vector<Column>& columns, int blocks = 8, const Noise& noise = quiet) {
    Report report;
    report.workload = {"primes", "Primes below n", {{"n", 200000}}};
    report.machine = {{"model", "made up"}};
    Measurements& run = report.measurements;
    run.usable_cores = 2;
    for (const Column& column : columns) {
        run.workers = std::max(run.workers, column.cell.workers);
        CellFacts facts;
        facts.cell = column.cell;
        facts.calls_per_worker = 10;
        facts.checksum = "17984";
        run.cells.push_back(facts);
        const InterpreterFacts wanted = interpreter(column.cell.interpreter, column.cell.build);
        const bool known =
            std::any_of(report.interpreters.begin(), report.interpreters.end(),
                        [&](const InterpreterFacts& facts_of) { return facts_of.id == wanted.id; });
        if (!known) {
            report.interpreters.push_back(wanted);
        }
    }
    for (int b = 0; b < blocks; ++b) {
        Block block;
        block.workers = run.workers;
        block.hash_seed = static_cast<std::uint32_t>(1000 + b);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            block.cells.emplace_back(block_of(columns[c].row, noise(b, static_cast<int>(c))));
        }
        run.blocks.push_back(block);
        run.machine_spins.push_back(
            {from_ms(100), from_ms(100 * run.workers / (0.95 * std::min(run.workers, 2))), run.workers});
    }
    return report;
}

/// The four modes of one interpreter with 2 workers: sequential takes 200 ms on one core, interpreters and
/// processes scale, `threads` is what the test is about.
inline std::vector<Column> columns_of(Build build, const Row& threads, int workers = 2) {
    const std::string id = build == Build::gil ? "3.13" : "3.13t";
    Row sequential;
    sequential.gil_enabled = build == Build::gil;
    const Row interpreters{106, 1.9, 0.02};
    const Row processes{112, 1.9, 0.02};
    return {{{id, build, Mode::sequential, workers}, sequential},
            {{id, build, Mode::threads, workers}, threads},
            {{id, build, Mode::interpreters, workers}, interpreters},
            {{id, build, Mode::processes, workers}, processes}};
}

inline Report summarized(Report report) {
    summarize(report);
    return report;
}

/// Adds the cells, blocks and spins of another W.
inline void add_workers(Report& report, const Report& other) {
    Measurements& run = report.measurements;
    const Measurements& more = other.measurements;
    const std::size_t before = run.cells.size();
    run.cells.insert(run.cells.end(), more.cells.begin(), more.cells.end());
    for (Block block : more.blocks) {
        block.cells.insert(block.cells.begin(), before, std::nullopt);
        run.blocks.push_back(std::move(block));
    }
    run.machine_spins.insert(run.machine_spins.end(), more.machine_spins.begin(), more.machine_spins.end());
    run.workers = std::max(run.workers, more.workers);
}

/// A busy workload on 2 cores, both builds, at each of these numbers of workers: threads gain under the
/// free-threaded build only.
inline Report sweep_report(const std::vector<int>& worker_counts, int blocks = 7) {
    Report sweep;
    for (const int workers : worker_counts) {
        const double parallel = std::min(workers, 2);
        std::vector<Column> columns;
        for (const Build build : {Build::gil, Build::ft}) {
            const Row threads = build == Build::gil ? Row{100.0 * workers, 1, 0.01}
                                                    : Row{105.0 * workers / parallel, 0.95 * parallel, 0.01};
            for (Column column : columns_of(build, threads, workers)) {
                if (column.cell.mode != Mode::threads) {
                    column.row.wall_ms *= workers / 2.0;
                }
                columns.push_back(column);
            }
        }
        Report part = report_of(columns, blocks);
        if (sweep.measurements.cells.empty()) {
            sweep = std::move(part);
        } else {
            add_workers(sweep, part);
        }
    }
    sweep.experiment = "sweep";
    return summarized(std::move(sweep));
}

/// The same for a workload that sleeps.
inline Report waiting_sweep(const std::vector<int>& worker_counts) {
    Report sweep = sweep_report(worker_counts);
    sweep.measurements.waiting = true;
    return summarized(std::move(sweep));
}

inline Verdict verdict_on(const Report& report, Build build) {
    for (const Verdict& verdict : report.verdicts) {
        if (verdict.build == build) {
            return verdict;
        }
    }
    throw std::runtime_error("no verdict on this build");
}

inline bool has_warning(const Report& report, const std::string& code) {
    return std::any_of(report.warnings.begin(), report.warnings.end(),
                       [&](const Warning& warning) { return warning.code == code; });
}

}  // namespace gilscope::bench::made_up
