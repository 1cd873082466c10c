// The part of RunService that runs on the thread that measures.
#include <algorithm>

#include "runs/outcome.h"
#include "runs/run_service.h"
#include "runs/time.h"

namespace gilscope::runs {
namespace {

/// Each waits as long as the database's patience.
constexpr int most_attempts = 10;

Failure failure_of_store(const storage::Error& error) {
    const bool is_full = dynamic_cast<const storage::Full*>(&error) != nullptr;
    return {is_full ? "storage_full" : "internal_error",
            std::string("the result could not be stored: ") + error.what(), "", nullptr};
}

}  // namespace

void RunService::work() {
    while (const auto live = next()) {
        execute(*live);
    }
}

RunService::Pointer RunService::next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) {
        return nullptr;
    }
    auto live = waiting_.front();
    waiting_.pop_front();
    return live;
}

void RunService::execute(LiveRun& live) {
    if (live.begin()) {
        tell_positions();
        try_to_store(live.now());
        measure(live);
    } else if (is_live(
                   live.now().state)) {  // else it was cancelled, and whoever did that has seen to the rest
        Run run = live.now();
        run.state = RunState::failed;
        run.failure = interruption();
        end(live, std::move(run), "");
    }
    live.leave_queue();
    tell_positions();
}

/// A result may have taken minutes: another process that holds the database a little longer doesn't cost it.
void RunService::store_patiently(const Run& run, const std::string& report) {
    for (int attempt = 1;; ++attempt) {
        try {
            return store_.update(run, report);
        } catch (const storage::Busy&) {
            if (attempt == most_attempts || is_stopping()) {
                throw;
            }
        }
    }
}

/// If it fails, the next one perhaps doesn't; if none succeeds, the next start of a server calls the run
/// interrupted. Whether it succeeded.
bool RunService::try_to_store(const Run& run) {
    bool is_saved = true;
    try {
        store_.update(run);
    } catch (const storage::Error&) {
        is_saved = false;
    }
    const std::scoped_lock lock(mutex_);
    if (is_saved) {
        unsaved_.erase(run.id);
    } else if (!is_live(run.state)) {  // a live one is told once more when it is over
        unsaved_.insert(run.id);
    }
    return is_saved;
}

/// Until the first that fails: the others would fail alike, and each could take the database's whole
/// patience.
void RunService::store_the_unsaved() {
    std::set<std::string> ids;
    {
        const std::scoped_lock lock(mutex_);
        ids = unsaved_;
    }
    for (const std::string& id : ids) {
        const auto live = known(id);
        if (live && !try_to_store(live->now())) {
            return;
        }
    }
}

void RunService::measure(LiveRun& live) {
    const auto listener = [&](const RunProgress& progress) {
        live.tell(progress);
        tell_positions();
    };
    std::string report;
    Run run;
    try {
        const bench::Report measured = live.measure(listener);
        report = report_text(measured);
        run = live.now();
        note_outcome(run, measured, live.is_interrupted());
    } catch (...) {
        run = live.now();
        note_outcome(run, std::current_exception(), live.is_interrupted());
    }
    end(live, std::move(run), report);
}

void RunService::end(LiveRun& live, Run run, const std::string& report) {
    run.finished_at = std::max(current_time(), run.started_at.value_or(run.created_at));
    try {
        store_patiently(run, report);
    } catch (const storage::Error& error) {
        run.state = RunState::failed;
        run.failure = failure_of_store(error);
        try_to_store(run);
    }
    live.end(std::move(run));
}

}  // namespace gilscope::runs
