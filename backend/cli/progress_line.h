// The live line of a run on standard error.
#pragma once

#include "runs/compare.h"

namespace gilscope::cli {

/// Silent unless standard error is a terminal that can go back on a line (TERM isn't "dumb").
class ProgressLine {
  public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const runs::RunProgress& progress);
    void clear();

  private:
    bool active_;
    bool shown_ = false;
};

}  // namespace gilscope::cli
