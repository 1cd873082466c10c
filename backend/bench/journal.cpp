#include "bench/journal.h"

#include <algorithm>

#include "bench/json_parts.h"

namespace gilscope::bench {
namespace {

/// The same run with other contents: what is in all lines, or (`whole`) in the first one.
Report facts_of(const Report& raw, bool whole) {
    Report facts;
    facts.experiment = raw.experiment;
    facts.measurements.workers = raw.measurements.workers;
    facts.measurements.usable_cores = raw.measurements.usable_cores;
    facts.measurements.pinned = raw.measurements.pinned;
    facts.measurements.quick_look = raw.measurements.quick_look;
    facts.measurements.waiting = raw.measurements.waiting;
    facts.interpreters = raw.interpreters;
    if (whole) {
        facts.gilscope_version = raw.gilscope_version;
        facts.started_at = raw.started_at;
        facts.workload = raw.workload;
        facts.machine = raw.machine;
        facts.warnings = raw.warnings;
        return facts;
    }
    for (InterpreterFacts& interpreter : facts.interpreters) {
        interpreter.build_flags.clear();  // long, and known from the first line
    }
    return facts;
}

void add_cell(Report& report, const CellFacts& facts) {
    report.measurements.cells.push_back(facts);
    report.cells.emplace_back().facts = facts;
}

std::string line_of(const Json& line) {
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string head_of(const Report& raw) {
    Report head = facts_of(raw, true);
    for (const CellFacts& facts : raw.measurements.cells) {
        add_cell(head, facts);
    }
    return line_of({{"kind", "gilscope-journal"}, {"report", to_json(head)}});
}

/// The samples behind the first `known` ones.
CellBlock rest_of(const CellBlock& block, std::size_t known) {
    CellBlock rest = block;
    rest.samples.erase(rest.samples.begin(), rest.samples.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                        known, rest.samples.size())));
    return rest;
}

}  // namespace

std::string Journal::line(const Report& raw, const Block& block, bool closed) {
    const Measurements& run = raw.measurements;
    Report part = facts_of(raw, false);
    Block& rest = part.measurements.blocks.emplace_back();
    rest.workers = block.workers;
    rest.hash_seed = block.hash_seed;
    rest.disturbed = block.disturbed;
    for (std::size_t i = 0; i < block.cells.size(); ++i) {
        if (run.cells[i].cell.workers == block.workers) {
            add_cell(part, run.cells[i]);
            rest.cells.push_back(block.cells[i] ? std::optional(rest_of(*block.cells[i], samples_[i]))
                                                : std::nullopt);
        }
    }
    part.measurements.machine_spins.assign(run.machine_spins.begin() + static_cast<std::ptrdiff_t>(spins_),
                                           run.machine_spins.end());
    spins_ = run.machine_spins.size();
    if (closed) {
        part.output = raw.output;
    }
    return line_of({{"block", closed_blocks_}, {"closed", closed}, {"report", to_json(part)}});
}

std::optional<std::string> Journal::next(const Report& raw, const Block* open) {
    std::string text;
    if (!begun_) {
        begun_ = true;
        text += head_of(raw);
    }
    samples_.resize(raw.measurements.cells.size());
    for (; closed_blocks_ < raw.measurements.blocks.size(); ++closed_blocks_) {
        text += line(raw, raw.measurements.blocks[closed_blocks_], true);
        std::fill(samples_.begin(), samples_.end(), 0);
    }
    bool is_new = false;
    for (std::size_t i = 0; open != nullptr && i < open->cells.size(); ++i) {
        is_new = is_new || (open->cells[i] && open->cells[i]->samples.size() > samples_[i]);
    }
    if (is_new) {
        text += line(raw, *open, false);
        for (std::size_t i = 0; i < open->cells.size(); ++i) {
            samples_[i] = open->cells[i] ? open->cells[i]->samples.size() : 0;
        }
    }
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace gilscope::bench
