#include "runs/run_service.h"

#include <algorithm>

#include "runs/errors.h"
#include "runs/outcome.h"
#include "runs/time.h"

namespace gilscope::runs {
namespace {

/// How many runs that are over keep their events, for readers that come back for the last ones.
constexpr std::size_t most_remembered = 8;

}  // namespace

RunService::RunService(RunStore& store, std::size_t queue) : store_(store), queue_(queue) {
    store_.fail_orphans();
    thread_ = std::thread([this] { work(); });
}

RunService::~RunService() {
    stop();
    thread_.join();
    work();  // ends what was accepted while the server stopped
    store_the_unsaved();
}

void RunService::stop() {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    for (const Pointer& live : known_) {
        live->interrupt();
    }
    arrived_.notify_all();
}

Run RunService::accept(Order order) {
    store_the_unsaved();
    const std::scoped_lock one_at_a_time(accepting_);
    auto place = queue_.join();
    Run run;
    run.experiment = std::move(order.experiment);
    run.name = std::move(order.name);
    run.request = std::move(order.request);
    if (is_stopping()) {
        throw Stopping();
    }
    run = store_.add(std::move(run));
    const auto live = std::make_shared<LiveRun>(std::move(run), std::move(order.measure), std::move(place));
    remember(live);
    return live->now();
}

Run RunService::import(const bench::Report& report, const std::string& name) {
    return store_.add(imported_run(report, name), report_text(report));
}

/// If the server began to stop meanwhile, the thread ends it as it ends every other one.
void RunService::remember(const Pointer& live) {
    const std::scoped_lock lock(mutex_);
    const auto over = [this](const Pointer& other) {
        return !is_live(other->now().state) && !unsaved_.contains(other->id());
    };
    if (static_cast<std::size_t>(std::count_if(known_.begin(), known_.end(), over)) > most_remembered) {
        known_.erase(std::find_if(known_.begin(), known_.end(), over));
    }
    known_.push_back(live);
    waiting_.push_back(live);
    if (stopping_) {
        live->interrupt();
    }
    arrived_.notify_all();
}

RunService::Pointer RunService::known(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    const auto found =
        std::find_if(known_.begin(), known_.end(), [&](const Pointer& live) { return live->id() == id; });
    return found == known_.end() ? nullptr : *found;
}

bool RunService::is_stopping() const {
    const std::scoped_lock lock(mutex_);
    return stopping_;
}

std::optional<Run> RunService::find(const std::string& id) const {
    const auto live = known(id);
    return live ? live->now() : store_.find(id);
}

std::optional<std::string> RunService::report(const std::string& id) const {
    return store_.report(id);
}

RunStore::Page RunService::list(const RunStore::Selection& selection) const {
    auto page = store_.list(selection);
    for (Run& run : page.runs) {
        if (const auto live = known(run.id)) {
            run = live->now();
        }
    }
    return page;
}

std::optional<Run> RunService::rename(const std::string& id, const std::string& name) {
    auto run = store_.rename(id, name);
    const auto live = run ? known(id) : nullptr;
    if (live) {
        live->rename(name);
        return live->now();
    }
    return run;
}

std::optional<Run> RunService::cancel(const std::string& id) {
    const auto live = known(id);
    if (!live) {
        const auto run = store_.find(id);
        if (!run) {
            return std::nullopt;
        }
        throw Conflict(is_live(run->state) ? "another server measures this run" : "the run is over already");
    }
    switch (live->cancel(current_time())) {
        case LiveRun::Cancelled::too_late:
            throw Conflict("the run is over already");
        case LiveRun::Cancelled::at_once:
            try_to_store(live->now());
            live->end(live->now());
            tell_positions();
            break;
        case LiveRun::Cancelled::soon:
            break;
    }
    return live->now();
}

bool RunService::remove(const std::string& id) {
    const auto live = known(id);
    store_the_unsaved();  // it may be one of them
    const auto removed = live && is_live(live->now().state) ? RunStore::Removed::is_live : store_.remove(id);
    if (removed == RunStore::Removed::is_live) {
        throw Conflict("the run isn't over yet; cancel it first");
    }
    if (live) {
        const std::scoped_lock lock(mutex_);
        std::erase(known_, live);
    }
    return removed == RunStore::Removed::yes;
}

std::optional<Watch> RunService::watch(const std::string& id, std::optional<std::uint64_t> last_seen) const {
    const auto live = known(id);
    return live ? live->watch(last_seen) : std::nullopt;
}

void RunService::tell_positions() const {
    std::deque<Pointer> all;
    {
        const std::scoped_lock lock(mutex_);
        all = known_;
    }
    for (const Pointer& live : all) {
        live->tell_position();
    }
}

}  // namespace gilscope::runs
