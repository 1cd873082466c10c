#include "embed/team_crews.h"

#include "embed/gil_state.h"
#include "embed/main_interpreter.h"
#include "embed/thread_state.h"

namespace gilscope::embed {
namespace {

/// What a subinterpreter refuses makes the mode unavailable; everything else is the user's own error.
template <typename Action>
auto in_subinterpreters(Action action) {
    try {
        return action();
    } catch (const PythonError& error) {
        if (error.is_refused_by_subinterpreter()) {
            throw CrewUnavailable(error);
        }
        throw;
    }
}

}  // namespace

void TeamCrew::form() {
    team_.form(plan_.workers, [this](int index) {
        pin_worker(plan_, index);
        return std::make_unique<Worker>(place_of(index), cell_, plan_.parameters);
    });
}

RoundResult TeamCrew::run_round(const RoundOrder& order, const std::function<void()>& armed) {
    ProcessRound process(team_.size(), armed);
    RoundResult result;
    result.checksums.resize(static_cast<std::size_t>(team_.size()));
    team_.on_each([&](Worker& worker, int) { worker.run_round(order, process); });
    team_.on_each([&](Worker& worker, int index) {
        result.checksums[static_cast<std::size_t>(index)] = worker.checksum();
        worker.throw_error();
    });
    result.gil = gil_state();
    result.cpu_ns = process.cpu_ns();
    result.cpu_in_all_ns = process.cpu_until_now_ns();
    return result;
}

Worker::Place ThreadsCrew::place_of(int index) {
    PyThreadState* const state = PyThreadState_New(PyInterpreterState_Main());
    Workload* workload = main_.workload;
    if (!copies_.empty()) {
        workload = &copies_[static_cast<std::size_t>(index)];
        const Attached attached(state);
        *workload = Workload::load_copy(plan().file, index);
        workload->set_up();
    }
    return {index, state, workload, main_.monitor, index == 0};
}

GilState ThreadsCrew::gil_state() {
    return read_gil_state(main_.state);
}

void ThreadsCrew::flush() {
    const Attached attached(main_.state);
    flush_output();
}

void InterpretersCrew::form() {
    in_subinterpreters([this] { TeamCrew::form(); });
}

Worker::Place InterpretersCrew::place_of(int index) {
    Subinterpreter& interpreter = interpreters_[static_cast<std::size_t>(index)];
    interpreter.create(plan().file);
    return {index, interpreter.state(), &interpreter.workload(), &interpreter.monitor(), true};
}

RoundResult InterpretersCrew::run_round(const RoundOrder& order, const std::function<void()>& armed) {
    return in_subinterpreters([&] { return TeamCrew::run_round(order, armed); });
}

GilState InterpretersCrew::gil_state() {
    std::vector<GilState> states(interpreters_.size());
    team().on_each([&](Worker& worker, int index) {
        states[static_cast<std::size_t>(index)] = read_gil_state(worker.state());
    });
    GilState all;
    for (const GilState& state : states) {
        all.enabled = all.enabled || state.enabled;
        all.enabled_by = all.enabled_by.empty() ? state.enabled_by : all.enabled_by;
    }
    return all;
}

PyInterpreterState* InterpretersCrew::first_interpreter() const {
    return PyThreadState_GetInterpreter(interpreters_.front().state());
}

void InterpretersCrew::flush() {
    team().on_each([](Worker& worker, int) {
        const Attached attached(worker.state());
        flush_output();
    });
}

}  // namespace gilscope::embed
