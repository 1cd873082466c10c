#include "embed/main_thread_crew.h"

#include "embed/gil_state.h"
#include "embed/main_interpreter.h"
#include "embed/thread_state.h"

namespace gilscope::embed {

void MainThreadCrew::form() {
    pin_worker(plan_, plan_.first_worker);
    const Worker::Place place{plan_.first_worker, main_.state, main_.workload, main_.monitor, true};
    worker_.emplace(place, cell_, plan_.parameters);
}

RoundResult MainThreadCrew::run_round(const RoundOrder& order, const std::function<void()>& armed) {
    ProcessRound process(1, armed);
    worker_->run_round(order, process);
    RoundResult result;
    result.checksums.push_back(worker_->checksum());
    worker_->throw_error();
    result.gil = read_gil_state(main_.state);
    result.cpu_ns = process.cpu_ns();
    result.cpu_in_all_ns = process.cpu_until_now_ns();
    return result;
}

void MainThreadCrew::flush() {
    const Attached attached(main_.state);
    flush_output();
}

}  // namespace gilscope::embed
