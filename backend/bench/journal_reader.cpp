#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/disturbance.h"
#include "bench/journal.h"
#include "bench/json_reading.h"
#include "bench/report_reader.h"

namespace gilscope::bench {
namespace {

struct Line {
    std::size_t block = 0;
    bool closed = false;
    Report part;
};

Json parsed(const std::string& text) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        throw BadReport("it isn't JSON");
    }
    return json;
}

Line line_from(const std::string& text, std::size_t most_blocks) {
    const Json json = parsed(text);
    const Part top(json);
    Line line;
    line.block = static_cast<std::size_t>(top.at("block").whole(0, static_cast<std::int64_t>(most_blocks)));
    line.closed = top.at("closed").flag();
    line.part = read_report(top.at("report").json());
    if (line.part.measurements.blocks.size() != 1) {
        throw BadReport("report must hold one block");
    }
    return line;
}

void append(CellBlock&& more, std::optional<CellBlock>& to) {
    if (!to) {
        to = std::move(more);
        return;
    }
    to->setup = more.setup;
    to->memory_bytes = more.memory_bytes;
    to->peak_bytes = more.peak_bytes;
    to->observed_wall = more.observed_wall;
    to->observed_run_queue_delay = more.observed_run_queue_delay;
    to->probes = std::move(more.probes);  // all of them, since they come with the block's end
    to->samples.insert(to->samples.end(), more.samples.begin(), more.samples.end());
}

std::size_t place_of(const Cell& cell, const Measurements& run) {
    const auto found = std::find_if(run.cells.begin(), run.cells.end(),
                                    [&](const CellFacts& facts) { return facts.cell == cell; });
    if (found == run.cells.end()) {
        throw BadReport("report has a cell that the first line doesn't have: " + to_string(cell));
    }
    return static_cast<std::size_t>(found - run.cells.begin());
}

Block& block_at(std::size_t index, const Block& like, Measurements& run) {
    if (index > run.blocks.size()) {
        throw BadReport(fmt::format("block {} comes before block {}", index, run.blocks.size()));
    }
    if (index == run.blocks.size()) {
        Block& block = run.blocks.emplace_back();
        block.workers = like.workers;
        block.hash_seed = like.hash_seed;
        block.cells.resize(run.cells.size());
    }
    return run.blocks[index];
}

void take(Line&& line, Report& report) {
    Measurements& run = report.measurements;
    Measurements& part = line.part.measurements;
    Block& block = block_at(line.block, part.blocks.front(), run);
    block.disturbed = part.blocks.front().disturbed;
    for (std::size_t i = 0; i < part.cells.size(); ++i) {
        const std::size_t cell = place_of(part.cells[i].cell, run);
        run.cells[cell] = part.cells[i];
        if (auto& more = part.blocks.front().cells[i]) {
            append(std::move(*more), block.cells[cell]);
        } else {
            block.cells[cell].reset();
        }
    }
    run.machine_spins.insert(run.machine_spins.end(), part.machine_spins.begin(), part.machine_spins.end());
    run.waiting = part.waiting;
    if (line.closed) {
        report.output = line.part.output;
    }
}

bool has_whole_round(const Block& block) {
    bool any = false;
    for (const auto& cell : block.cells) {
        if (cell && std::all_of(cell->samples.begin(), cell->samples.end(),
                                [](const Sample& sample) { return sample.warmup; })) {
            return false;
        }
        any = any || cell;
    }
    return any;
}

/// It never ended, so nobody has judged it yet.
void judge_last_block(Measurements& run) {
    if (!has_whole_round(run.blocks.back())) {
        run.blocks.pop_back();
    } else {
        run.blocks.back().disturbed = disturbance(run.blocks.back(), run);
    }
}

Report head_from(const std::string& text) {
    const Json json = parsed(text);
    const Part top(json);
    const auto kind = top.find("kind");
    if (!kind || !kind->json().is_string() || kind->text() != "gilscope-journal") {
        throw BadReport("it isn't what an interrupted run of Gilscope leaves behind");
    }
    return read_report(top.at("report").json());
}

}  // namespace

Report report_from_journal(std::istream& lines) {
    const ReportLimits limits;
    std::string text;
    if (!std::getline(lines, text)) {
        throw BadReport("it is empty");
    }
    Report report = head_from(text);
    bool closed = true;
    for (int number = 2; std::getline(lines, text); ++number) {
        try {
            Line line = line_from(text, limits.blocks);
            closed = line.closed;
            take(std::move(line), report);
        } catch (const BadReport& problem) {
            if (lines.peek() == std::istream::traits_type::eof()) {
                break;  // cut off by the crash
            }
            throw BadReport(fmt::format("line {}: {}", number, problem.what()));
        }
    }
    if (!closed) {
        judge_last_block(report.measurements);
    }
    if (report.measurements.blocks.empty()) {
        throw BadReport("no round was finished before the run was interrupted");
    }
    report.state = report.stopped_because = "interrupted";
    summarize(report);
    return report;
}

}  // namespace gilscope::bench
