#include "engine/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/child_process.h"
#include "engine/environment.h"
#include "engine/spawner.h"

namespace gilscope::engine {
namespace {

constexpr std::string_view prefix = "gilscope-engine-";
constexpr std::chrono::seconds describe_within{10};

/// An engine that is describing itself.
struct Candidate {
    InstalledEngine engine;
    std::optional<ChildProcess> process;
};

void begin(Candidate& candidate, Spawner& spawner) {
    SpawnRequest request;
    request.program = candidate.engine.program;
    request.arguments = {"--describe"};
    request.environment = environment_with(std::string_view(), std::string_view());
    try {
        candidate.process.emplace(spawner, request);
    } catch (const EngineError& error) {
        candidate.engine.problem = error.what();
    }
}

void read_description(InstalledEngine& engine, const std::string& text) {
    const auto description = nlohmann::json::parse(text);
    engine.version = description.at("version");
    engine.free_threaded = description.at("free_threaded");
    engine.gil_enabled = description.at("gil_enabled");
    engine.compiler = description.at("compiler");
    engine.build_flags = description.at("build_flags");
    engine.optimization = description.at("optimization");
    const std::string real =
        engine.version.substr(0, engine.version.rfind('.')) + (engine.free_threaded ? "t" : "");
    if (engine.id != real) {
        engine.problem = fmt::format(
            "the engine {} embeds Python {}, not what its name says; build the engines again "
            "with scripts/setup",
            engine.program.string(), real);
    }
}

/// A problem is one sentence, whatever the program had to say.
std::string in_one_line(std::string text) {
    constexpr std::size_t longest = 300;
    std::replace(text.begin(), text.end(), '\n', ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

void finish(Candidate& candidate) {
    if (!candidate.process) {
        return;
    }
    InstalledEngine& engine = candidate.engine;
    const bool ended = candidate.process->wait_for_end(describe_within);
    const int status = candidate.process->wait(std::chrono::milliseconds(0));
    try {
        read_description(engine, candidate.process->printed());
    } catch (const nlohmann::json::exception&) {
        const std::string said = in_one_line(candidate.process->complained());
        engine.problem = fmt::format(
            "the engine {} {}{}{}; build the engines again with scripts/setup", engine.program.string(),
            ended ? describe_wait_status(status) : "didn't answer", said.empty() ? "" : ": ", said);
    }
}

std::vector<std::filesystem::path> programs_in(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> programs;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        if (entry.path().filename().string().starts_with(prefix)) {
            programs.push_back(entry.path());
        }
    }
    return programs;
}

/// "3.13t" -> (3, 13, "t"): 3.9 comes before 3.13, the standard build before the free-threaded one.
std::tuple<int, int, std::string> sort_key(const std::string& id) {
    int major = 0;
    int minor = 0;
    int length = 0;
    if (std::sscanf(id.c_str(), "%d.%d%n", &major, &minor, &length) != 2) {
        return {0, 0, id};
    }
    return {major, minor, id.substr(static_cast<std::size_t>(length))};
}

}  // namespace

Registry Registry::discover(const std::filesystem::path& directory) {
    Spawner spawner;
    std::vector<Candidate> candidates;
    for (const auto& program : programs_in(directory)) {
        Candidate candidate;
        candidate.engine.program = program;
        candidate.engine.id = program.filename().string().substr(prefix.size());
        candidates.push_back(std::move(candidate));
    }
    for (Candidate& candidate : candidates) {
        begin(candidate, spawner);
    }
    std::vector<InstalledEngine> engines;
    for (Candidate& candidate : candidates) {
        finish(candidate);
        engines.push_back(candidate.engine);
    }
    std::sort(engines.begin(), engines.end(), [](const InstalledEngine& a, const InstalledEngine& b) {
        return sort_key(a.id) < sort_key(b.id);
    });
    return Registry(std::move(engines));
}

std::filesystem::path Registry::default_directory() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "engines";
}

const InstalledEngine& Registry::usable(const std::string& id) const {
    std::vector<std::string> known;
    for (const InstalledEngine& engine : engines_) {
        known.push_back(engine.id);
        if (engine.id != id) {
            continue;
        }
        if (!engine.problem.empty()) {
            throw EngineError(engine.problem);
        }
        return engine;
    }
    throw EngineError(fmt::format("there is no interpreter {}; installed are: {}", id,
                                  known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

const InstalledEngine& Registry::newest(bool free_threaded) const {
    std::string problem;  // of an engine of that build, else of any
    for (auto engine = engines_.rbegin(); engine != engines_.rend(); ++engine) {
        const bool is_broken = !engine->problem.empty();
        const bool is_wanted =
            (is_broken ? engine->id.ends_with('t') : engine->free_threaded) == free_threaded;
        if (is_wanted && !is_broken) {
            return *engine;
        }
        if (is_broken && (is_wanted || problem.empty())) {
            problem = engine->problem;
        }
    }
    if (!problem.empty()) {
        throw EngineError(problem);
    }
    throw EngineError(fmt::format("no {} interpreter is installed; get one with scripts/setup",
                                  free_threaded ? "free-threaded" : "standard"));
}

bool Registry::has(bool free_threaded) const {
    return std::any_of(engines_.begin(), engines_.end(), [&](const InstalledEngine& engine) {
        return engine.problem.empty() && engine.free_threaded == free_threaded;
    });
}

}  // namespace gilscope::engine
