// The crews made of several OS threads: `threads` and `interpreters`.
#pragma once

#include <memory>
#include <vector>

#include "embed/crew.h"
#include "embed/subinterpreter.h"
#include "embed/thread_team.h"

namespace gilscope::embed {

/// What both share: a round on all threads, then the checksums, then the GIL states.
class TeamCrew : public Crew {
  public:
    TeamCrew(const CrewPlan& plan, const SharedCell& cell) : plan_(plan), cell_(cell) {}

    void form() override;
    RoundResult run_round(const RoundOrder& order, const std::function<void()>& armed) override;

  protected:
    /// The thread state and the workload of worker `index`, whose thread makes the call.
    virtual Worker::Place place_of(int index) = 0;
    virtual GilState gil_state() = 0;

    const CrewPlan& plan() const { return plan_; }
    ThreadTeam& team() { return team_; }

  private:
    const CrewPlan plan_;
    const SharedCell& cell_;
    ThreadTeam team_;
};

/// Threads of the main interpreter. Each makes its thread state once and keeps it.
class ThreadsCrew final : public TeamCrew {
  public:
    ThreadsCrew(const CrewPlan& plan, const SharedCell& cell, const MainPlace& main)
        : TeamCrew(plan, cell),
          main_(main),
          copies_(static_cast<std::size_t>(plan.private_modules ? plan.workers : 0)) {}
    void flush() override;

  protected:
    Worker::Place place_of(int index) override;
    GilState gil_state() override;

  private:
    const MainPlace main_;
    std::vector<Workload> copies_;  // one a worker, if they don't share the module
};

/// An interpreter for each worker, made on the worker's own thread: made elsewhere, it is slower on the
/// free-threaded build.
class InterpretersCrew final : public TeamCrew {
  public:
    InterpretersCrew(const CrewPlan& plan, const SharedCell& cell)
        : TeamCrew(plan, cell), interpreters_(static_cast<std::size_t>(plan.workers)) {}

    void form() override;
    RoundResult run_round(const RoundOrder& order, const std::function<void()>& armed) override;
    void flush() override;
    PyInterpreterState* first_interpreter() const override;

  protected:
    Worker::Place place_of(int index) override;
    GilState gil_state() override;

  private:
    std::vector<Subinterpreter> interpreters_;
};

}  // namespace gilscope::embed
