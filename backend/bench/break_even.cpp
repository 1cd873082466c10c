#include "bench/break_even.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/wording.h"

namespace gilscope::bench {
namespace {

using ReadEnd = std::optional<double> (*)(const Estimate&);

std::optional<double> value_of(const Estimate& estimate) {
    return estimate.value;
}
std::optional<double> low_of(const Estimate& estimate) {
    return estimate.low;
}
std::optional<double> high_of(const Estimate& estimate) {
    return estimate.high;
}

/// Where one end of the intervals crosses 1; nothing if it doesn't, or is unknown before it does.
std::optional<double> crossing(const std::vector<AgainstGil>& measured, ReadEnd read) {
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const std::optional<double> here = read(measured[i].speedup);
        if (!here) {
            return std::nullopt;
        }
        if (*here < 1) {
            continue;
        }
        if (i == 0) {
            return measured[0].workers;
        }
        const double before = *read(measured[i - 1].speedup);
        const int step = measured[i].workers - measured[i - 1].workers;
        return measured[i - 1].workers + step * (1 - before) / (*here - before);
    }
    return std::nullopt;
}

bool is_quicker(const AgainstGil& measured) {
    return *measured.speedup.low >= 1;
}
bool is_slower(const AgainstGil& measured) {
    return *measured.speedup.high < 1;
}

/// Where the figures carry no conclusion about the workload.
bool is_doubtful(const Report& report, const std::string& interpreter) {
    const Verdict* const verdict = main_verdict(report, interpreter);
    return verdict != nullptr && (verdict->kind == "machine_limited" || verdict->kind == "too_small" ||
                                  verdict->kind == "gil_reenabled");
}

}  // namespace

std::vector<AgainstGil> against_gil(const Report& report, const std::string& interpreter) {
    std::vector<AgainstGil> found;
    if (report.measurements.waiting) {
        return found;
    }
    std::optional<AgainstGil> alone;
    for (const CellSummary& cell : report.cells) {
        const Cell& is = cell.facts.cell;
        if (is.interpreter != interpreter || !cell.speedup_against_gil) {
            continue;
        }
        if (is.mode == Mode::sequential && !alone) {
            alone = AgainstGil{1, *cell.speedup_against_gil};
        } else if (is.mode == Mode::threads && is.workers > 1) {
            found.push_back({is.workers, *cell.speedup_against_gil});
        }
    }
    std::sort(found.begin(), found.end(),
              [](const AgainstGil& a, const AgainstGil& b) { return a.workers < b.workers; });
    if (alone) {
        found.insert(found.begin(), *alone);
    }
    return found;
}

std::optional<Estimate> break_even_workers(const std::vector<AgainstGil>& measured) {
    const std::optional<double> value = crossing(measured, value_of);
    if (!value) {
        return std::nullopt;
    }
    Estimate workers{*value, crossing(measured, high_of), crossing(measured, low_of)};
    if (!workers.has_interval()) {
        workers.low = workers.high = std::nullopt;
    }
    return workers;
}

std::string break_even_text(const std::vector<AgainstGil>& measured) {
    if (!std::all_of(measured.begin(), measured.end(),
                     [](const AgainstGil& each) { return each.speedup.has_interval(); })) {
        return "";
    }
    const int most = measured.back().workers;
    const auto quicker = std::find_if(measured.begin(), measured.end(), is_quicker);
    if (quicker == measured.begin()) {
        return "one worker is as quick already";
    }
    if (quicker == measured.end()) {
        return std::all_of(measured.begin(), measured.end(), is_slower)
                   ? fmt::format("they don't break even with up to {} workers", most)
                   : fmt::format("whether they break even with up to {} workers is open", most);
    }
    const auto slower = std::find_if(std::reverse_iterator(quicker), measured.rend(), is_slower);
    const std::string later = is_slower(measured.back()) ? fmt::format(", and are slower with {}", most) : "";
    return slower == measured.rend()
               ? fmt::format("they have broken even with {} workers{}", quicker->workers, later)
               : fmt::format("they break even between {} and {} workers{}", slower->workers, quicker->workers,
                             later);
}

std::string against_gil_line(const Report& report, const std::string& interpreter) {
    const std::vector<AgainstGil> measured = against_gil(report, interpreter);
    if (measured.size() < 2 || measured.front().workers != 1) {
        return "";
    }
    const std::string conclusion = is_doubtful(report, interpreter) ? "" : break_even_text(measured);
    return fmt::format("against the GIL build's sequential time: sequential {}, threads {} with {} workers{}",
                       with_interval(measured.front().speedup), with_interval(measured.back().speedup),
                       measured.back().workers, conclusion.empty() ? "" : "; " + conclusion);
}

}  // namespace gilscope::bench
