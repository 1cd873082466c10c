#include <algorithm>
#include <span>
#include <string>

#include "bench/json_parts.h"
#include "bench/sample_columns.h"

namespace gilscope::bench {
namespace {

Json json_of(const std::optional<Unavailable>& unavailable) {
    if (!unavailable) {
        return nullptr;
    }
    return Json{{"reason", unavailable->reason}, {"module", text_or_null(unavailable->module)}};
}

template <typename Row>
Json value_of(const Column<Row>& column, const Row& row) {
    return column.is_flag ? Json(column.read(row) != 0) : Json(column.read(row));
}

/// One empty list a column, the first of them saying to which block a row belongs.
template <typename Columns>
Json empty_columns(const char* place, const Columns& columns) {
    Json json;
    json[place] = Json::array();
    for (const auto& column : columns) {
        json[std::string(column.name)] = Json::array();
    }
    return json;
}

template <typename Columns, typename Row>
void append(Json& json, std::size_t block, const Columns& columns, const Row& row) {
    auto list = json.begin();  // in the order of empty_columns()
    list->push_back(block);
    for (const auto& column : columns) {
        (++list)->push_back(value_of(column, row));
    }
}

/// What a cell has in its blocks, as columns; blocks without this cell have no row. `rows`: those of a block.
template <typename Columns, typename Rows>
Json columns_of(const Measurements& run, std::size_t cell, const char* place, const Columns& columns,
                Rows rows) {
    Json json = empty_columns(place, columns);
    for (std::size_t index = 0; index < run.blocks.size(); ++index) {
        const auto& cells = run.blocks[index].cells;
        if (cell >= cells.size() || !cells[cell]) {
            continue;
        }
        for (const auto& row : rows(*cells[cell])) {
            append(json, index, columns, row);
        }
    }
    return json;
}

Json block_columns_of(const Measurements& run, std::size_t cell) {
    return columns_of(run, cell, "index", block_columns,
                      [](const CellBlock& block) { return std::span(&block, 1); });
}

Json sample_columns_of(const Measurements& run, std::size_t cell) {
    return columns_of(run, cell, "block", sample_columns,
                      [](const CellBlock& block) { return std::span(block.samples); });
}

Json probe_columns_of(const Measurements& run, std::size_t cell) {
    return columns_of(run, cell, "block", probe_columns,
                      [](const CellBlock& block) { return std::span(block.probes); });
}

Json json_of(const std::optional<Percentiles>& percentiles) {
    if (!percentiles) {
        return nullptr;
    }
    return Json{{"p50", number(percentiles->p50)},
                {"p95", number(percentiles->p95)},
                {"p99", number(percentiles->p99)},
                {"max", number(percentiles->max)}};
}

bool has_block(const Measurements& run, std::size_t cell) {
    return std::any_of(run.blocks.begin(), run.blocks.end(),
                       [=](const Block& block) { return cell < block.cells.size() && block.cells[cell]; });
}

Json cell_json(const Measurements& run, const CellSummary& summary, std::size_t index) {
    const CellFacts& facts = summary.facts;
    const bool is_measured = summary.time_ms.has_value();
    // A disturbed block has no figures that count, but it was seen there whether the GIL was on.
    const bool gil_was_seen = is_measured || has_block(run, index);
    const auto measured = [=](double figure) { return is_measured ? number(figure) : Json(nullptr); };
    return Json{
        {"interpreter", facts.cell.interpreter},
        {"build", name_of(facts.cell.build)},
        {"mode", name_of(facts.cell.mode)},
        {"workers", facts.cell.workers},
        {"gil_enabled", gil_was_seen ? Json(summary.gil_enabled) : Json(nullptr)},
        {"gil_enabled_by", text_or_null(facts.gil_enabled_by)},
        {"checksum", facts.checksum},
        {"calls_per_worker", facts.calls_per_worker},
        {"measured_calls", facts.measured_calls > 0 ? Json(facts.measured_calls) : Json(nullptr)},
        {"unavailable", json_of(facts.unavailable)},
        {"time_ms", json_of(summary.time_ms)},
        {"best_ms", measured(summary.best_ms)},
        {"speedup", json_of(summary.speedup)},
        {"speedup_against_gil", json_of(summary.speedup_against_gil)},
        {"share_of_machine", summary.share_of_machine > 0 ? number(summary.share_of_machine) : Json(nullptr)},
        {"cores_used", measured(summary.cores_used)},
        {"cpu_against_sequential", measured(summary.cpu_against_sequential)},
        {"run_queue_share", measured(summary.run_queue_share)},
        {"voluntary_switches", measured(summary.voluntary_switches)},
        {"collection_share", measured(summary.collection_share)},
        {"setup_ms", measured(summary.setup_ms)},
        {"memory_mib", measured(summary.memory_mib)},
        {"peak_mib", measured(summary.peak_mib)},
        {"scheduling_delay", json_of(summary.scheduling_delay)},
        {"blocks", block_columns_of(run, index)},
        {"samples", sample_columns_of(run, index)},
        {"probes", probe_columns_of(run, index)},
    };
}

}  // namespace

Json json_of(const std::optional<SchedulingDelay>& delay) {
    if (!delay) {
        return nullptr;
    }
    return Json{{"wake_late_us", json_of(delay->wake_late_us)},
                {lock_wait_name(*delay), json_of(delay->lock_wait_us)},
                {"samples", delay->samples},
                {"interval_ms", number(delay->interval_ms)},
                {"valid", delay->valid}};
}

Json cells_json(const Report& report) {
    Json cells = Json::array();
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
        cells.push_back(cell_json(report.measurements, report.cells[i], i));
    }
    return cells;
}

}  // namespace gilscope::bench
