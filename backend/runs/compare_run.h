// A run while it lasts, at one number of workers or at several. Inside this room only.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench/confirmation.h"
#include "bench/schedule.h"
#include "machine/spin.h"
#include "runs/calibration.h"
#include "runs/checksum_book.h"
#include "runs/compare.h"
#include "runs/live_block.h"
#include "runs/temporary_directory.h"

namespace gilscope::runs {

/// One run from its first engine to its report. Blocks visit the numbers of workers in random order, and the
/// engines of one number only are alive at a time.
class CompareRun {
  public:
    /// `workers`: ascending; request.workers counts for nothing.
    CompareRun(std::string experiment, const CompareRequest& request, std::vector<int> workers,
               const Surroundings& surroundings, std::stop_token stop, const ProgressListener& listener)
        : experiment_(std::move(experiment)),
          request_(request),
          workers_(std::move(workers)),
          surroundings_(surroundings),
          listener_(listener),
          patience_{std::move(stop), begun_ + request.deadline},
          context_{request_, surroundings_, {}, pycache_.path(), {}, 0, 0, engine::Change::none},
          schedule_(workers_, request.budget) {}

    bench::Report run();

  private:
    void describe();
    void describe_cells();
    void calibrate_all();
    void choose_calls(const std::vector<Calibration>& calibrations);
    void check_memory(const std::vector<Calibration>& calibrations) const;
    void measure_blocks();
    void measure_block(int workers);
    void measure_rounds(LiveBlock& live, int workers);
    void observe(LiveBlock& live);
    void close_block(LiveBlock& live);
    void confirm_verdicts();
    void warn_of_failed_confirmation(const bench::WantedConfirmation& wanted, const std::string& reason);
    void tell_confirming(std::chrono::nanoseconds expected, std::chrono::steady_clock::time_point begun);
    void note_finished(const LiveBlock& live, int round);
    void spin(int workers);
    void tell(const std::string& phase, int round, const bench::Report* so_far = nullptr);
    bool is_settled(int workers) const;

    const std::string experiment_;
    const CompareRequest& request_;
    const std::vector<int> workers_;
    const Surroundings& surroundings_;
    const ProgressListener& listener_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    engine::Patience patience_;
    TemporaryDirectory pycache_;
    BlockContext context_;
    bench::Report report_;
    ChecksumBook checksums_;
    std::mt19937_64 random_{std::random_device{}()};
    std::optional<machine::MachineSpin> spin_;
    bench::Schedule schedule_;
    std::map<int, int> rounds_in_block_;  // decided once for each W: all its blocks are alike
    const bench::Block* open_ = nullptr;  // the block that is being measured
    std::int64_t memory_available_bytes_ = 0;
    std::chrono::nanoseconds observed_{};    // what observed rounds have taken
    std::optional<FinishedRound> finished_;  // to be told
};

}  // namespace gilscope::runs
