#include "bench/cells_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include "bench/plan.h"

namespace gilscope::bench {
namespace {

constexpr std::int64_t most_probes = 1'000'000'000;

template <typename Value, typename Find>
Value named(const Part& part, const std::string& what, Find find) {
    const std::optional<Value> value = find(part.text());
    if (!value) {
        part.must_be(what);
    }
    return *value;
}

Cell read_cell(const Part& part) {
    Cell cell;
    cell.interpreter = part.at("interpreter").text();
    cell.build = named<Build>(part.at("build"), "gil or ft", build_named);
    cell.mode = named<Mode>(part.at("mode"), "sequential, threads, interpreters or processes", mode_named);
    cell.workers = static_cast<int>(part.at("workers").whole(1, most_workers));
    return cell;
}

CellFacts read_facts(const Part& part) {
    CellFacts facts;
    facts.cell = read_cell(part);
    facts.calls_per_worker = part.at("calls_per_worker").whole(1, max_calls_per_round);
    if (const auto calls = part.find("measured_calls")) {
        facts.measured_calls = calls->whole(1, facts.cell.workers * facts.calls_per_worker);
    }
    facts.checksum = part.at("checksum").text();
    facts.gil_enabled_by = part.at("gil_enabled_by").text_or_empty();
    if (const auto why = part.find("unavailable")) {
        facts.unavailable = Unavailable{why->at("reason").text(), why->at("module").text_or_empty()};
    }
    return facts;
}

std::optional<Percentiles> read_percentiles(const std::optional<Part>& part) {
    if (!part) {
        return std::nullopt;
    }
    return Percentiles{part->at("p50").number(), part->at("p95").number(), part->at("p99").number(),
                       part->at("max").number()};
}

SchedulingDelay read_scheduling_delay(const Part& part) {
    SchedulingDelay delay;
    delay.waits_for_lock = !part.object().contains("pause_wait_us");
    delay.wake_late_us = read_percentiles(part.find("wake_late_us"));
    delay.lock_wait_us = read_percentiles(part.find(lock_wait_name(delay)));
    delay.samples = static_cast<int>(part.at("samples").whole(0, most_probes));
    delay.interval_ms = part.at("interval_ms").number();
    delay.valid = part.at("valid").flag();
    return delay;
}

/// As it stands in the file: kept only if there are no samples to work it out from.
CellSummary read_summary(const Part& part, const CellFacts& facts) {
    CellSummary summary;
    summary.facts = facts;
    const Part gil_enabled = part.at("gil_enabled");  // null: the cell was never seen running
    summary.gil_enabled = !gil_enabled.is_null() && gil_enabled.flag();
    summary.share_of_machine = part.find("share_of_machine") ? part.at("share_of_machine").number() : 0;
    summary.time_ms = part.at("time_ms").estimate();
    summary.best_ms = part.at("best_ms").number();
    summary.speedup = part.at("speedup").estimate();
    summary.speedup_against_gil = part.at("speedup_against_gil").estimate();
    summary.cores_used = part.at("cores_used").number();
    summary.cpu_against_sequential = part.at("cpu_against_sequential").number();
    summary.run_queue_share = part.at("run_queue_share").number();
    summary.voluntary_switches = part.at("voluntary_switches").number();
    summary.collection_share = part.at("collection_share").number();
    summary.setup_ms = part.at("setup_ms").number();
    summary.memory_mib = part.at("memory_mib").number();
    summary.peak_mib = part.at("peak_mib").number();
    if (const auto delay = part.find("scheduling_delay")) {
        summary.scheduling_delay = read_scheduling_delay(*delay);
    }
    return summary;
}

void move_blocks(std::vector<BlockTable::Row>& rows, std::size_t cell, const CellFacts& facts,
                 Measurements& run) {
    for (BlockTable::Row& row : rows) {
        if (row.block >= static_cast<std::int64_t>(run.blocks.size())) {
            throw BadReport(fmt::format("cells[{}].blocks.index must be below {}, the number of blocks", cell,
                                        run.blocks.size()));
        }
        for (Sample& sample : row.figures.samples) {
            sample.calls = calls_of_worker(facts, sample.warmup);
        }
        Block& block = run.blocks[static_cast<std::size_t>(row.block)];
        if (block.workers != facts.cell.workers) {
            throw BadReport(fmt::format("cells[{}] has {} workers, but its block {} has {}", cell,
                                        facts.cell.workers, row.block, block.workers));
        }
        block.cells[cell] = std::move(row.figures);
    }
    rows = {};
}

/// The same for all cells; those of a report from before there was a probe have none.
void note_interval(const CellSummary& summary, Measurements& run) {
    if (summary.scheduling_delay) {
        const double interval_ms = summary.scheduling_delay->interval_ms;
        if (!(interval_ms > 0 && interval_ms <= 1e6)) {  // so written that NaN is refused as well
            throw BadReport("scheduling_delay.interval_ms must be a number above 0");
        }
        run.probe_interval = nanoseconds(std::llround(interval_ms * 1e6));
    }
}

void check_interpreter(const Part& part, const Cell& cell, const Report& report) {
    const auto& all = report.interpreters;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const InterpreterFacts& facts) { return facts.id == cell.interpreter; });
    if (found == all.end() || found->build != cell.build) {
        part.at("interpreter").must_be("one of the interpreters, of the same build");
    }
}

}  // namespace

void read_cells(const Part& cells, std::vector<std::vector<BlockTable::Row>>& blocks,
                const ReportLimits& limits, Report& report) {
    const std::vector<Part> parts = cells.items(limits.cells);
    Measurements& run = report.measurements;
    if (parts.size() * run.blocks.size() > limits.cells_in_blocks) {
        throw BadReport(fmt::format("{} cells in {} blocks are too many", parts.size(), run.blocks.size()));
    }
    for (Block& block : run.blocks) {
        block.cells.resize(parts.size());
    }
    std::set<std::tuple<std::string, Mode, int>> seen;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const CellFacts facts = read_facts(parts[i]);  // an object, so it has its blocks
        check_interpreter(parts[i], facts.cell, report);
        if (!seen.insert({facts.cell.interpreter, facts.cell.mode, facts.cell.workers}).second) {
            throw BadReport(fmt::format("{} is there twice: {}", parts[i].place(), to_string(facts.cell)));
        }
        parts[i].at("blocks").object();
        parts[i].at("samples").object();
        report.cells.push_back(read_summary(parts[i], facts));
        note_interval(report.cells.back(), run);
        run.cells.push_back(facts);
        move_blocks(blocks[i], i, facts, run);
    }
}

}  // namespace gilscope::bench
