// Waiting for a cell's engines: what they say, how they die, and when patience ends.
#include <fmt/format.h>
#include <poll.h>

#include <csignal>

#include "engine/cell.h"
#include "engine/process_memory.h"

namespace gilscope::engine {
namespace {

constexpr std::chrono::milliseconds look_every{20};
constexpr std::chrono::milliseconds status_within{1000};

}  // namespace

std::vector<nlohmann::ordered_json> Cell::gather(const std::string& event, const Patience& patience) {
    std::vector<nlohmann::ordered_json> events(processes_.size());
    while (!poll_once(events, patience)) {
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (!events[i].is_object() || events[i].value("event", "") != event) {
            report_failure(events[i]);
        }
        started_[i] = true;
    }
    return events;
}

/// Waits up to 20 ms for news. True when every process has said something, or one has said that it failed.
bool Cell::poll_once(std::vector<nlohmann::ordered_json>& events, const Patience& patience) {
    std::vector<pollfd> descriptors;
    for (const ChildProcess& process : processes_) {
        for (const int fd :
             {process.control(), process.standard_output(), process.standard_error(), process.ending()}) {
            descriptors.push_back({fd, POLLIN, 0});  // poll ignores -1
        }
    }
    poll(descriptors.data(), descriptors.size(), static_cast<int>(look_every.count()));
    bool complete = true;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
        ChildProcess& process = processes_[i];
        const pollfd* const seen = &descriptors[4 * i];
        if ((seen[1].revents | seen[2].revents) != 0) {
            process.drain_output();
        }
        // A child that user code forked may keep the channel open: so the process itself is watched, too.
        const bool alive = (seen[0].revents == 0 || process.read_control()) && seen[3].revents == 0;
        if (events[i].is_null()) {
            if (const auto line = process.next_line()) {
                events[i] = nlohmann::ordered_json::parse(*line, nullptr, false);
            }
        }
        if (events[i].is_null() && !alive) {
            report_death(process);
        }
        if (events[i].is_object() && events[i].value("event", "") == "failed") {
            report_failure(events[i]);
        }
        complete = complete && !events[i].is_null();
    }
    if (!complete) {
        check_limits(patience);
    }
    return complete;
}

void Cell::check_limits(const Patience& patience) const {
    if (patience.stop.stop_requested()) {
        throw Cancelled();
    }
    if (std::chrono::steady_clock::now() >= patience.deadline) {
        throw DeadlineExceeded();
    }
    std::int64_t resident = 0;
    for (const ChildProcess& process : processes_) {
        resident += resident_bytes(process.pid());
    }
    if (plan_.memory_limit_bytes > 0 && resident > plan_.memory_limit_bytes) {
        throw WorkloadError(
            fmt::format("the workload took {} MiB of memory, more than the {} MiB allowed; allow more with "
                        "--memory-limit or make its parameters smaller",
                        resident >> 20, plan_.memory_limit_bytes >> 20),
            "");
    }
}

void Cell::report_death(ChildProcess& process) {
    const bool had_started = started_[static_cast<std::size_t>(&process - processes_.data())];
    // The group goes first: while the leader is a zombie, its number can't belong to anyone else.
    kill(-group_, SIGKILL);
    const int status = process.wait(status_within);
    const std::string ending = describe_wait_status(status);
    if (!had_started) {
        throw EngineError(fmt::format("the engine {} {}: {}; build the engines again with scripts/setup",
                                      program_.string(), ending, process.complained()));
    }
    throw WorkloadError(fmt::format("the workload's process {} (Python {})", ending, engine_id_),
                        process.complained());
}

void Cell::report_failure(const nlohmann::ordered_json& event) {
    const std::string message = event.is_object() ? event.value("message", "") : "";
    const std::string kind = event.is_object() ? event.value("kind", "") : "";
    if (kind == "unavailable") {
        throw ModeUnavailable(message, event.value("module", ""));
    }
    if (kind == "workload") {
        throw WorkloadError(message, event.value("traceback", ""));
    }
    throw EngineError(fmt::format("the engine {} can't be used: {}", program_.string(),
                                  message.empty() ? "it broke its protocol" : message));
}

}  // namespace gilscope::engine
