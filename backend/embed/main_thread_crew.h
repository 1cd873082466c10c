// The main thread alone: `sequential`, and each child of `processes`.
#pragma once

#include <optional>

#include "embed/crew.h"

namespace gilscope::embed {

/// No second thread state exists: an idle one alone slows a free-threaded run by up to a tenth.
class MainThreadCrew final : public Crew {
  public:
    MainThreadCrew(const CrewPlan& plan, const SharedCell& cell, const MainPlace& main)
        : plan_(plan), cell_(cell), main_(main) {}

    void form() override;
    RoundResult run_round(const RoundOrder& order, const std::function<void()>& armed) override;
    void flush() override;

  private:
    const CrewPlan plan_;
    const SharedCell& cell_;
    const MainPlace main_;
    std::optional<Worker> worker_;
};

}  // namespace gilscope::embed
