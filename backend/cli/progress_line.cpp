#include "cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "text/text.h"

namespace gilscope::cli {
namespace {

bool terminal_can_rewrite() {
    const char* const terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

long seconds(std::chrono::nanoseconds duration) {
    return static_cast<long>(std::chrono::round<std::chrono::seconds>(duration).count());
}

std::string best_so_far(const bench::Report& report) {
    const bench::CellSummary* best = nullptr;
    for (const bench::CellSummary& cell : report.cells) {
        if (cell.speedup && (best == nullptr || cell.speedup->value > best->speedup->value)) {
            best = &cell;
        }
    }
    return best == nullptr
               ? ""
               : fmt::format(", best {} {:.2f}x", to_string(best->facts.cell), best->speedup->value);
}

}  // namespace

ProgressLine::ProgressLine(bool wanted) : active_(wanted && terminal_can_rewrite()) {}

void ProgressLine::show(const runs::RunProgress& progress) {
    if (!active_) {
        return;
    }
    std::string text = progress.phase;
    if (progress.workers > 0) {
        text += ", " + text::counted(progress.workers, "worker");
    }
    if (progress.block > 0) {
        text += fmt::format(", block {} of {}", progress.block,
                            std::max(progress.block, progress.blocks_expected));
    }
    if (progress.round > 0 && progress.rounds > 0) {
        text += fmt::format(", round {}/{}", progress.round, progress.rounds);
    }
    text += fmt::format(", {} s", seconds(progress.elapsed));
    if (progress.remaining.count() > 0) {
        text += fmt::format(", about {} s left", seconds(progress.remaining));
    }
    if (progress.so_far != nullptr) {
        text += best_so_far(*progress.so_far);
    }
    fmt::print(stderr, "\r\033[K{}", text.substr(0, 79));
    std::fflush(stderr);
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
        shown_ = false;
    }
}

}  // namespace gilscope::cli
