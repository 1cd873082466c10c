#include "bench/delay_wording.h"

#include <fmt/format.h>

namespace gilscope::bench {
namespace {

/// No more digits than mean something.
std::string short_ms(double microseconds) {
    const double ms = microseconds / 1e3;
    return fmt::format("{:.{}f}", ms, ms >= 9.95 ? 0 : ms >= 0.995 ? 1 : 3);
}

std::string listed(const std::string& heading, const std::vector<std::string>& modes,
                   const std::vector<std::string>& unknown) {
    std::string text = fmt::format("{}, median (99 %): {}", heading, fmt::join(modes, ", "));
    if (!unknown.empty()) {
        text += fmt::format("{}not known for {}, whose workers waited for a CPU", modes.empty() ? "" : "; ",
                            fmt::join(unknown, ", "));
    }
    return text;
}

}  // namespace

std::vector<std::string> delay_lines(const Report& report, const std::string& interpreter) {
    std::vector<std::string> waits;
    std::vector<std::string> late;
    std::vector<std::string> unknown;
    bool has_lock = false;
    for (const CellSummary& cell : report.cells) {
        if (cell.facts.cell.interpreter != interpreter || !cell.scheduling_delay) {
            continue;
        }
        const SchedulingDelay& delay = *cell.scheduling_delay;
        const std::string mode(name_of(cell.facts.cell.mode));
        has_lock = has_lock || delay.waits_for_lock;
        if (!delay.valid || !delay.lock_wait_us || !delay.wake_late_us) {
            unknown.push_back(mode);
            continue;
        }
        const auto figures = [&](const Percentiles& of) {
            return fmt::format("{} {} ({}) ms", mode, short_ms(of.p50), short_ms(of.p99));
        };
        waits.push_back(figures(*delay.lock_wait_us));
        late.push_back(figures(*delay.wake_late_us));
    }
    if (report.experiment == "sweep" || (waits.empty() && unknown.empty())) {
        return {};
    }
    std::vector<std::string> lines{
        listed(has_lock ? "waits for the GIL" : "waits for pauses of all threads", waits, unknown)};
    if (!late.empty()) {
        lines.push_back(listed("woken late by the system", late, {}));
    }
    return lines;
}

std::string wait_for_the_gil(const CellSummary& threads) {
    const auto& delay = threads.scheduling_delay;
    if (!delay || !delay->valid || !delay->waits_for_lock || !delay->lock_wait_us) {
        return {};
    }
    return fmt::format("waits {} ms (median of {})", short_ms(delay->lock_wait_us->p50), delay->samples);
}

}  // namespace gilscope::bench
