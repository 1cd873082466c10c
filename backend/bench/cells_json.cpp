#include <array>

#include "bench/json_parts.h"

namespace gilscope::bench {
namespace {

Json json_of(const std::optional<Unavailable>& unavailable) {
    if (!unavailable) {
        return nullptr;
    }
    return Json{{"reason", unavailable->reason}, {"module", text_or_null(unavailable->module)}};
}

/// What is measured once a block, as columns; blocks without this cell have no row.
Json block_columns(const Measurements& run, std::size_t cell) {
    Json columns;
    for (const char* name : {"index", "setup_ns", "memory_bytes", "peak_bytes"}) {
        columns[name] = Json::array();
    }
    for (std::size_t index = 0; index < run.blocks.size(); ++index) {
        const auto& cells = run.blocks[index].cells;
        if (cell >= cells.size() || !cells[cell]) {
            continue;
        }
        columns["index"].push_back(index);
        columns["setup_ns"].push_back(cells[cell]->setup.count());
        columns["memory_bytes"].push_back(cells[cell]->memory_bytes);
        columns["peak_bytes"].push_back(cells[cell]->peak_bytes);
    }
    return columns;
}

/// A column of a cell's samples and how it is read.
struct SampleColumn {
    const char* name;
    Json (*read)(const Sample&);
};

const std::array<SampleColumn, 17>& sample_column_list() {
    static const std::array<SampleColumn, 17> columns{{
        {"round", [](const Sample& s) { return Json(s.round); }},
        {"warmup", [](const Sample& s) { return Json(s.warmup); }},
        {"wall_ns", [](const Sample& s) { return Json(s.wall.count()); }},
        {"first_start_ns", [](const Sample& s) { return Json(s.first_start.count()); }},
        {"task_sum_ns", [](const Sample& s) { return Json(s.task_sum.count()); }},
        {"user_cpu_ns", [](const Sample& s) { return Json(s.user_cpu.count()); }},
        {"system_cpu_ns", [](const Sample& s) { return Json(s.system_cpu.count()); }},
        {"process_cpu_ns", [](const Sample& s) { return Json(s.process_cpu.count()); }},
        {"run_queue_delay_ns", [](const Sample& s) { return Json(s.run_queue_delay.count()); }},
        {"voluntary_switches", [](const Sample& s) { return Json(s.voluntary_switches); }},
        {"involuntary_switches", [](const Sample& s) { return Json(s.involuntary_switches); }},
        {"collections", [](const Sample& s) { return Json(s.collections); }},
        {"collection_time_ns", [](const Sample& s) { return Json(s.collection_time.count()); }},
        {"others_cpu_ns", [](const Sample& s) { return Json(s.others_cpu.count()); }},
        {"steal_ns", [](const Sample& s) { return Json(s.steal.count()); }},
        {"pressure_ns", [](const Sample& s) { return Json(s.pressure.count()); }},
        {"gil_enabled", [](const Sample& s) { return Json(s.gil_enabled); }},
    }};
    return columns;
}

Json sample_columns(const Measurements& run, std::size_t cell) {
    Json columns;
    columns["block"] = Json::array();
    for (const SampleColumn& column : sample_column_list()) {
        columns[column.name] = Json::array();
    }
    for (std::size_t index = 0; index < run.blocks.size(); ++index) {
        const auto& cells = run.blocks[index].cells;
        if (cell >= cells.size() || !cells[cell]) {
            continue;
        }
        for (const Sample& sample : cells[cell]->samples) {
            columns["block"].push_back(index);
            for (const SampleColumn& column : sample_column_list()) {
                columns[column.name].push_back(column.read(sample));
            }
        }
    }
    return columns;
}

Json cell_json(const Measurements& run, const CellSummary& summary, std::size_t index) {
    const CellFacts& facts = summary.facts;
    return Json{
        {"interpreter", facts.cell.interpreter},
        {"build", name_of(facts.cell.build)},
        {"mode", name_of(facts.cell.mode)},
        {"workers", facts.cell.workers},
        {"gil_enabled", summary.gil_enabled},
        {"gil_enabled_by", text_or_null(facts.gil_enabled_by)},
        {"checksum", facts.checksum},
        {"calls_per_worker", facts.calls_per_worker},
        {"measured_calls", facts.measured_calls > 0 ? Json(facts.measured_calls) : Json(nullptr)},
        {"unavailable", json_of(facts.unavailable)},
        {"time_ms", json_of(summary.time_ms)},
        {"best_ms", number(summary.best_ms)},
        {"speedup", json_of(summary.speedup)},
        {"speedup_against_gil", json_of(summary.speedup_against_gil)},
        {"share_of_machine", summary.share_of_machine > 0 ? number(summary.share_of_machine) : Json(nullptr)},
        {"cores_used", number(summary.cores_used)},
        {"cpu_against_sequential", number(summary.cpu_against_sequential)},
        {"run_queue_share", number(summary.run_queue_share)},
        {"voluntary_switches", number(summary.voluntary_switches)},
        {"collection_share", number(summary.collection_share)},
        {"setup_ms", number(summary.setup_ms)},
        {"memory_mib", number(summary.memory_mib)},
        {"peak_mib", number(summary.peak_mib)},
        {"blocks", block_columns(run, index)},
        {"samples", sample_columns(run, index)},
    };
}

}  // namespace

Json cells_json(const Report& report) {
    Json cells = Json::array();
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
        cells.push_back(cell_json(report.measurements, report.cells[i], i));
    }
    return cells;
}

}  // namespace gilscope::bench
