#include "runs/live_run.h"

#include "events/event_text.h"
#include "runs/run_events.h"
#include "runs/time.h"

namespace gilscope::runs {

LiveRun::LiveRun(Run run, decltype(Order::measure) measure, RunQueue::Place place)
    : id_(run.id),
      measure_(std::move(measure)),
      place_(std::move(place)),
      run_(std::move(run)),
      position_(place_.position()) {
    run_.progress = progress_in_queue(position_);
    publish_state();
}

Run LiveRun::now() const {
    const std::scoped_lock lock(mutex_);
    return run_;
}

void LiveRun::publish_state() {
    log_->publish("state", dump(to_json(run_)));
}

void LiveRun::rename(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    run_.name = name;
    publish_state();
}

LiveRun::Cancelled LiveRun::cancel(storage::Timestamp time) {
    const std::scoped_lock lock(mutex_);
    if (!is_live(run_.state)) {
        return Cancelled::too_late;
    }
    stop_.request_stop();
    if (run_.state == RunState::running) {
        run_.progress["phase"] = "cancelling";
        return Cancelled::soon;
    }
    run_.state = RunState::cancelled;
    run_.finished_at = time;
    run_.progress = nullptr;
    place_.leave();
    return Cancelled::at_once;
}

void LiveRun::interrupt() {
    const std::scoped_lock lock(mutex_);
    interrupted_ = interrupted_ || stop_.request_stop();  // unless it was cancelled before
}

bool LiveRun::is_interrupted() const {
    const std::scoped_lock lock(mutex_);
    return interrupted_;
}

bool LiveRun::begin() {
    try {
        place_.wait(stop_.get_token());
    } catch (const RunQueue::Left&) {
        return false;
    }
    const std::scoped_lock lock(mutex_);
    if (run_.state != RunState::queued || interrupted_) {
        return false;
    }
    run_.state = RunState::running;
    run_.started_at = current_time();
    RunProgress starting;
    starting.phase = "starting";
    run_.progress = progress_of(starting);
    publish_state();
    return true;
}

bench::Report LiveRun::measure(const ProgressListener& listener) const {
    return measure_(stop_.get_token(), listener);
}

void LiveRun::tell(const RunProgress& progress) {
    const std::string partial = progress.so_far != nullptr ? partial_event(*progress.so_far) : "";
    const std::scoped_lock lock(mutex_);
    run_.progress = progress_of(progress);
    if (progress.finished) {
        log_->publish("round", dump(round_event(*progress.finished)));
    }
    if (progress.so_far != nullptr) {
        run_.machine = machine_of(*progress.so_far);
        partial_ = partial;
        log_->publish("partial", partial);
    }
    log_->publish("progress", dump(run_.progress));
}

void LiveRun::tell_position() {
    const std::scoped_lock lock(mutex_);
    const std::size_t position = place_.position();
    if (run_.state != RunState::queued || position == position_) {
        return;
    }
    position_ = position;
    run_.progress = progress_in_queue(position);
    log_->publish("progress", dump(run_.progress));
}

void LiveRun::end(Run run) {
    const std::scoped_lock lock(mutex_);
    run.name = run_.name;  // it may have been renamed meanwhile
    run_ = std::move(run);
    run_.progress = nullptr;
    log_->publish("end", dump(to_json(run_)));
    log_->finish();
}

std::optional<Watch> LiveRun::watch(std::optional<std::uint64_t> last_seen) const {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t last = log_->last_id();
    if (last_seen && log_->can_resume_after(*last_seen)) {
        return log_->is_finished() && *last_seen == last ? std::nullopt
                                                         : std::optional(Watch{log_, *last_seen, ""});
    }
    if (log_->is_finished()) {
        return std::nullopt;
    }
    std::string first = events::event_text("state", dump(to_json(run_)));
    if (!partial_.empty()) {
        first += events::event_text("partial", partial_);
    }
    return Watch{log_, last, std::move(first)};
}

}  // namespace gilscope::runs
