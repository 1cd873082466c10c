#include "runs/confirm.h"

#include <algorithm>
#include <utility>

#include "bench/disturbance.h"

namespace gilscope::runs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_disturbed_blocks = 2;

engine::Change change_of_engines(bench::Change change) {
    switch (change) {
        case bench::Change::collector_off:
            return engine::Change::collector_off;
        case bench::Change::private_modules:
            return engine::Change::private_modules;
        case bench::Change::one_worker:
            break;
    }
    return engine::Change::none;
}

void measure_block(const BlockContext& context, bench::Measurements& run,
                   const ConfirmingSurroundings& surroundings) {
    ChecksumBook checksums;  // of its own: a module of one's own may well count from 0
    LiveBlock live(context, run, run.workers, static_cast<std::uint32_t>(surroundings.random()));
    surroundings.on_progress();
    live.start(surroundings.patience);
    live.warm_up(surroundings.patience, checksums);
    for (int round = 0; round < bench::rounds_per_confirming_block; ++round) {
        surroundings.on_progress();
        live.round(surroundings.patience, checksums, surroundings.random);
    }
    live.finish();
    bench::Block block = live.block();
    block.disturbed = bench::disturbance(block, run);
    run.blocks.push_back(std::move(block));
}

}  // namespace

std::optional<bench::Confirmation> confirm(const bench::Report& report,
                                           const bench::WantedConfirmation& wanted,
                                           const ConfirmingSurroundings& surroundings) {
    bench::Confirmation confirmation{wanted.change, wanted.interpreter, wanted.workers,
                                     bench::confirming_run(report, wanted)};
    bench::Report& run = confirmation.run;
    BlockContext context = surroundings.context;
    context.change = change_of_engines(wanted.change);
    context.engines.assign(run.measurements.cells.size(),
                           &context.surroundings.engines.usable(wanted.interpreter));
    Clock::duration longest{};
    while (run.counted_blocks() < bench::confirming_blocks &&
           run.disturbed_blocks() <= most_disturbed_blocks) {
        const auto begun = Clock::now();
        if (begun + longest > surroundings.end) {
            return std::nullopt;
        }
        measure_block(context, run.measurements, surroundings);
        longest = std::max(longest, Clock::now() - begun);
    }
    bench::summarize(run);
    return confirmation;
}

}  // namespace gilscope::runs
