#include "embed/worker.h"

#include "embed/clock.h"
#include "embed/convert.h"
#include "embed/thread_state.h"

namespace gilscope::embed {
namespace {

/// Also where the collector is off, by the workload or by the host: PyGC_Collect() alone would do nothing.
void collect_garbage() {
    const bool was_on = PyGC_Enable() != 0;
    PyGC_Collect();
    if (!was_on) {
        PyGC_Disable();
    }
}

}  // namespace

void ProcessRound::arm() {
    if (++armed_ == workers_) {
        cpu_before_ns_ = process_cpu_ns();
        on_armed_();
    }
}

void ProcessRound::finish() {
    if (++finished_ == workers_) {
        cpu_after_ns_ = process_cpu_ns();
    }
}

std::int64_t ProcessRound::cpu_until_now_ns() const {
    return process_cpu_ns() - cpu_before_ns_;
}

Worker::Worker(const Place& place, const SharedCell& cell, const nlohmann::json& parameters)
    : place_(place), cell_(cell) {
    const Attached attached(place_.state);
    arguments_ = Arguments(parameters);
}

void Worker::prepare() {
    const Attached attached(place_.state);
    result_ = Reference();
    if (place_.tends_interpreter) {
        collect_garbage();
        place_.monitor->reset();
    }
}

engine::WorkerRecord Worker::timed_calls(std::int64_t calls) {
    const Attached attached(place_.state);
    PyObject* const run = place_.workload->run();
    engine::WorkerRecord record;
    record.started_ns = monotonic_ns();
    PyObject* last = nullptr;
    for (std::int64_t i = 0; i < calls; ++i) {
        Py_XDECREF(last);
        last = arguments_.call(run);
        fork_guard_.leave_if_wiped();
        if (last == nullptr) {
            break;
        }
    }
    record.finished_ns = monotonic_ns();
    fork_guard_.leave_if_forked();
    if (last == nullptr && PyErr_Occurred() != nullptr) {
        error_ = take_python_error();
    }
    result_ = Reference::take(last);
    return record;
}

void Worker::run_round(const RoundOrder& order, ProcessRound& process) {
    prepare();
    const ThreadUsage before = counters_.read();
    process.arm();
    cell_.wait_for_release(order.number);
    engine::WorkerRecord record = timed_calls(order.calls);
    const ThreadUsage usage = counters_.read() - before;
    process.finish();
    record.user_cpu_ns = usage.user_cpu_ns;
    record.system_cpu_ns = usage.system_cpu_ns;
    record.run_queue_delay_ns = usage.run_queue_delay_ns;
    record.voluntary_switches = usage.voluntary_switches;
    record.involuntary_switches = usage.involuntary_switches;
    cell_.record(place_.index) = record;
    cell_.finish();  // of all workers: this one may be the first
    if (place_.tends_interpreter) {
        cell_.record(place_.index).collections = place_.monitor->count();
        cell_.record(place_.index).collection_ns = place_.monitor->time_ns();
    }
}

std::string Worker::checksum() {
    if (!result_ || !place_.workload->is_compared()) {
        return {};
    }
    const Attached attached(place_.state);
    try {
        return canonical(result_.get());
    } catch (const PythonError& error) {
        error_ = error;
        return {};
    }
}

void Worker::throw_error() {
    if (const auto error = std::exchange(error_, std::nullopt)) {
        throw PythonError(*error);
    }
}

}  // namespace gilscope::embed
