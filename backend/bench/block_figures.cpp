#include "bench/block_figures.h"

#include <algorithm>

namespace gilscope::bench {
namespace {

std::optional<double> median_of_round_figures(const CellBlock& block, const Figure& figure) {
    std::vector<double> values;
    values.reserve(block.samples.size());
    for (const Sample& sample : block.samples) {
        if (!sample.warmup && sample.wall.count() > 0) {
            values.push_back(figure(sample));
        }
    }
    return values.empty() ? std::nullopt : std::optional(median(values));
}

/// Both figures of each block that has both.
struct Pairs {
    std::vector<double> first;
    std::vector<double> second;
};

Pairs positive_pairs(const BlockFigures& first, const BlockFigures& second) {
    Pairs pairs;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        if (first[i] && second[i] && *first[i] > 0 && *second[i] > 0) {
            pairs.first.push_back(*first[i]);
            pairs.second.push_back(*second[i]);
        }
    }
    return pairs;
}

}  // namespace

double seconds(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

double wall_seconds(const Sample& sample) {
    return seconds(sample.wall);
}

double cpu_seconds(const Sample& sample) {
    return seconds(sample.process_cpu.count() > 0 ? sample.process_cpu : sample.user_cpu + sample.system_cpu);
}

BlockFigures block_medians(const Measurements& run, std::size_t cell, const Figure& figure) {
    BlockFigures figures;
    figures.reserve(run.blocks.size());
    for (const Block& block : run.blocks) {
        const bool counts = !block.disturbed && cell < block.cells.size() && block.cells[cell];
        figures.push_back(counts ? median_of_round_figures(*block.cells[cell], figure) : std::nullopt);
    }
    return figures;
}

std::vector<double> present(const BlockFigures& figures) {
    std::vector<double> values;
    for (const std::optional<double>& figure : figures) {
        if (figure) {
            values.push_back(*figure);
        }
    }
    return values;
}

double median_or_zero(const BlockFigures& figures) {
    const std::vector<double> values = present(figures);
    return values.empty() ? 0 : median(values);
}

double median_quotient(const BlockFigures& numerator, const BlockFigures& denominator) {
    const Pairs pairs = positive_pairs(numerator, denominator);
    std::vector<double> quotients;
    for (std::size_t i = 0; i < pairs.first.size(); ++i) {
        quotients.push_back(pairs.first[i] / pairs.second[i]);
    }
    return quotients.empty() ? 0 : median(quotients);
}

std::optional<Estimate> estimate_present(const BlockFigures& figures) {
    const std::vector<double> values = present(figures);
    return values.empty() ? std::nullopt : std::optional(estimate_median(values));
}

std::optional<Estimate> estimate_present_ratio(const BlockFigures& baseline, const BlockFigures& cell) {
    const Pairs pairs = positive_pairs(baseline, cell);
    return pairs.first.empty() ? std::nullopt : std::optional(estimate_ratio(pairs.first, pairs.second));
}

double scale_of(const Measurements& run, std::size_t cell) {
    const CellFacts& facts = run.cells[cell];
    if (facts.cell.mode != Mode::sequential || facts.measured_calls <= 0) {
        return 1;
    }
    return static_cast<double>(facts.cell.workers) * static_cast<double>(facts.calls_per_worker) /
           static_cast<double>(facts.measured_calls);
}

BlockFigures round_seconds(const Measurements& run, std::size_t cell) {
    const double scale = scale_of(run, cell);
    return block_medians(run, cell, [scale](const Sample& sample) { return wall_seconds(sample) * scale; });
}

std::optional<std::size_t> baseline_of(const Measurements& run, std::size_t cell) {
    const Cell& wanted = run.cells[cell].cell;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < run.cells.size(); ++i) {
        const Cell& candidate = run.cells[i].cell;
        if (candidate.mode != Mode::sequential || candidate.interpreter != wanted.interpreter) {
            continue;
        }
        if (!found || candidate.workers == wanted.workers) {
            found = i;
        }
    }
    return found;
}

}  // namespace gilscope::bench
