#include "engine/cell.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>

#include "engine/environment.h"
#include "engine/process_memory.h"

namespace gilscope::engine {
namespace {

constexpr std::chrono::milliseconds end_within{1000};

using Clock = std::chrono::steady_clock;

/// Of the process with the first worker; empty if the round wasn't observed.
std::vector<ProbeSample> probe_samples(const nlohmann::ordered_json& event) {
    std::vector<ProbeSample> samples;
    if (!event.contains("wake_late_ns")) {
        return samples;
    }
    const auto& lock_wait_ns = event.at("lock_wait_ns");
    for (const auto& wake_late_ns : event.at("wake_late_ns")) {
        samples.push_back({nanoseconds(wake_late_ns.get<std::int64_t>()),
                           nanoseconds(lock_wait_ns.at(samples.size()).get<std::int64_t>())});
    }
    return samples;
}

}  // namespace

Cell::Cell(JustStarted, Spawner& spawner, const InstalledEngine& engine, const CellPlan& plan,
           const Patience& patience)
    : spawner_(spawner), plan_(plan), engine_id_(engine.id), program_(engine.program) {
    try {
        spawn_all(engine);
        start(patience);
    } catch (...) {
        kill_group();
        throw;
    }
}

// Once the constructor that it calls has ended, the destructor takes care of the processes.
Cell::Cell(Spawner& spawner, const InstalledEngine& engine, const CellPlan& plan, const Patience& patience)
    : Cell(JustStarted{}, spawner, engine, plan, patience) {
    load(patience);
    if (plan_.pool_of_processes) {
        setup_ = Clock::now() - begun_;
    }
}

nlohmann::ordered_json Cell::inspect(Spawner& spawner, const InstalledEngine& engine, const CellPlan& plan,
                                     const Patience& patience) {
    Cell cell(JustStarted{}, spawner, engine, plan, patience);
    cell.send_to_all({{"command", "inspect"}, {"file", plan.workload_file.string()}});
    return cell.gather("workload", patience).front();
}

Cell::~Cell() {
    kill_group();
}

void Cell::spawn_all(const InstalledEngine& engine) {
    SpawnRequest request;
    request.program = engine.program;
    request.arguments = {"--host", std::to_string(getpid())};
    request.environment = environment_with(upstream_variable, plan_.upstream);
    request.shared_memory = memory_.descriptor();
    const int count = plan_.pool_of_processes ? plan_.workers : 1;
    for (int i = 0; i < count; ++i) {
        request.group = group_;
        processes_.emplace_back(spawner_, request);
        group_ = processes_.front().pid();
    }
    started_.assign(processes_.size(), false);
}

void Cell::start(const Patience& patience) {
    const int workers_each = plan_.workers / static_cast<int>(processes_.size());
    for (std::size_t i = 0; i < processes_.size(); ++i) {
        const nlohmann::ordered_json start = {{"command", "start"},
                                              {"protocol", protocol_version},
                                              {"crew", name_of(plan_.crew)},
                                              {"workers", workers_each},
                                              {"first_worker", static_cast<int>(i) * workers_each},
                                              {"all_workers", plan_.workers},
                                              {"cpus", plan_.cpus},
                                              {"hash_seed", plan_.hash_seed},
                                              {"pycache_prefix", plan_.pycache_prefix.string()}};
        processes_[i].send(start.dump());
    }
    gather("started", patience);
}

void Cell::load(const Patience& patience) {
    send_to_all({{"command", "load"},
                 {"file", plan_.workload_file.string()},
                 {"parameters", plan_.parameters},
                 {"change", name_of(plan_.change)}});
    const auto ready = gather("ready", patience);
    if (plan_.crew != Crew::main_thread) {
        setup_ = nanoseconds(ready.front().at("setup_ns").get<std::int64_t>());
    }
}

void Cell::send_to_all(const nlohmann::ordered_json& command) {
    const std::string line = command.dump();
    for (const ChildProcess& process : processes_) {
        process.send(line);
    }
}

Cell::CallTimes Cell::call(std::int64_t calls, const Patience& patience) {
    send_to_all({{"command", "call"}, {"calls", calls}});
    const auto answer = gather("called", patience).front();
    return {nanoseconds(answer.at("wall_ns").get<std::int64_t>()),
            nanoseconds(answer.at("cpu_ns").get<std::int64_t>())};
}

RoundOutcome Cell::run_round(std::int64_t calls, const Patience& patience,
                             const std::function<void()>& on_armed,
                             const std::function<void()>& on_finished) {
    return round({{"command", "round"}, {"calls", calls}}, patience, on_armed, on_finished);
}

RoundOutcome Cell::observed_round(std::int64_t calls, nanoseconds probe_interval, const Patience& patience) {
    return round(
        {{"command", "round"}, {"calls", calls}, {"probe_interval_ns", probe_interval.count()}}, patience,
        [] {}, [] {});
}

RoundOutcome Cell::round(nlohmann::ordered_json command, const Patience& patience,
                         const std::function<void()>& on_armed, const std::function<void()>& on_finished) {
    memory_.prepare();
    command["number"] = ++round_;
    send_to_all(command);
    gather("armed", patience);
    on_armed();
    RoundOutcome outcome;
    outcome.released_ns = memory_.release(round_);
    const auto events = gather("round", patience);
    on_finished();
    for (const auto& event : events) {
        outcome.process_cpu += nanoseconds(event.at("cpu_ns").get<std::int64_t>());
        outcome.process_cpu_in_all += nanoseconds(event.at("cpu_in_all_ns").get<std::int64_t>());
        outcome.gil_enabled = outcome.gil_enabled || event.at("gil_enabled").get<bool>();
        if (outcome.gil_enabled_by.empty()) {
            outcome.gil_enabled_by = event.at("gil_enabled_by");
        }
        for (const auto& checksum : event.at("checksums")) {
            outcome.checksums.push_back(checksum);
        }
    }
    outcome.probe = probe_samples(events.front());
    for (int i = 0; i < plan_.workers; ++i) {
        outcome.workers.push_back(memory_.record(i));
    }
    return outcome;
}

Memory Cell::memory() const {
    Memory memory;
    std::int64_t file_bytes = 0;
    for (const ChildProcess& process : processes_) {
        const ProcessMemory part = process_memory(process.pid());
        memory.private_bytes += part.anonymous_bytes;
        file_bytes = std::max(file_bytes, part.file_bytes);
        memory.peak_bytes = std::max(memory.peak_bytes, part.peak_bytes);
    }
    memory.bytes = memory.private_bytes + file_bytes;
    return memory;
}

void Cell::end() {
    send_to_all({{"command", "end"}});
    wait_for_ends(processes_, end_within);
    kill_group();
}

std::string Cell::printed() const {
    std::string text;
    for (const ChildProcess& process : processes_) {
        text += process.printed() + process.complained();
    }
    return text;
}

void Cell::kill_group() {
    if (group_ > 0) {
        kill(-group_, SIGKILL);
        group_ = 0;
    }
    wait_for_ends(processes_, end_within);
    for (ChildProcess& process : processes_) {
        process.wait(std::chrono::milliseconds(0));  // one that has left the group is killed now
    }
    spawner_.end_strays();
}

}  // namespace gilscope::engine
