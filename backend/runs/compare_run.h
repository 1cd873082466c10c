// A `compare` run while it lasts. Used by compare.cpp only.
#pragma once

#include <chrono>
#include <optional>
#include <random>
#include <string>

#include "machine/spin.h"
#include "runs/calibration.h"
#include "runs/checksum_book.h"
#include "runs/compare.h"
#include "runs/live_block.h"
#include "runs/temporary_directory.h"

namespace gilscope::runs {

/// One run from its first engine to its report.
class CompareRun {
  public:
    CompareRun(const CompareRequest& request, const Surroundings& surroundings, std::stop_token stop,
               const ProgressListener& listener)
        : request_(request),
          surroundings_(surroundings),
          listener_(listener),
          patience_{std::move(stop), begun_ + request.deadline},
          context_{request_, surroundings_, {}, pycache_.path(), {}, 0} {}

    bench::Report run();

  private:
    void describe();
    void calibrate_all();
    void choose_calls(const std::vector<Calibration>& calibrations);
    void measure_blocks();
    void measure_block();
    void close_block(LiveBlock& live);
    void spin();
    void tell(const std::string& phase, int round, const bench::Report* so_far = nullptr);
    bench::Next next_step();
    std::chrono::nanoseconds estimate_remaining() const;

    const CompareRequest& request_;
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
    int rounds_in_block_ = 0;
    std::chrono::nanoseconds longest_block_{};
};

}  // namespace gilscope::runs
