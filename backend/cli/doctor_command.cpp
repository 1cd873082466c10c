#include <fmt/format.h>

#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/text_layout.h"
#include "engine/registry.h"
#include "machine/machine.h"

namespace gilscope::cli {
namespace {

std::string engine_lines(const engine::InstalledEngine& engine) {
    if (!engine.problem.empty()) {
        return wrapped(fmt::format("  {:<7} broken: {}", engine.id, engine.problem), 10);
    }
    return wrapped(fmt::format("  {:<7} Python {} {}, {}, {}", engine.id, engine.version,
                               engine.free_threaded ? "free-threaded" : "with the GIL", engine.compiler,
                               engine.optimization),
                   10) +
           wrapped("          configured with: " + engine.build_flags, 12);
}

std::string machine_lines(const machine::Facts& facts, const machine::Quietness& quiet) {
    std::string text = fmt::format("  processor       {}{}\n", facts.cpu_model,
                                   facts.virtual_machine ? " (virtual machine)" : "");
    text += fmt::format("  usable cores    {:g} of {} online, limited by {}\n", facts.usable.count,
                        facts.online_cpus, facts.usable.limited_by);
    text += fmt::format("  governor        {}\n", facts.governor.empty() ? "not visible" : facts.governor);
    text += fmt::format("  load            {:.2f}; others use {:.2f} cores now\n", facts.load_1m,
                        quiet.others_cores);
    text += fmt::format("  steal           {:.1f} %\n", 100 * quiet.steal_share);
    text += fmt::format("  CPU pressure    {:.1f} %\n", 100 * quiet.pressure_share);
    text += fmt::format("  autogroup       {}\n", !facts.autogroup   ? "not visible"
                                                  : *facts.autogroup ? "on"
                                                                     : "off");
    text += fmt::format("  clock           {}, timer slack {} us\n", facts.clock_source,
                        facts.timer_slack.count() / 1000);
    text += fmt::format("  memory          {} of {} MiB available\n", facts.memory_available_bytes >> 20,
                        facts.memory_total_bytes >> 20);
    return text + fmt::format("  kernel          {}\n", facts.kernel);
}

nlohmann::ordered_json as_json(const engine::InstalledEngine& engine) {
    return {{"id", engine.id},
            {"program", engine.program.string()},
            {"version", engine.version},
            {"build", engine.free_threaded ? "ft" : "gil"},
            {"gil_enabled", engine.gil_enabled},
            {"compiler", engine.compiler},
            {"optimization", engine.optimization},
            {"build_flags", engine.build_flags},
            {"problem",
             engine.problem.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(engine.problem)}};
}

/// What stands in the way, each with its remedy.
std::vector<std::string> obstacles(const engine::Registry& engines, const machine::Quietness& quiet) {
    std::vector<std::string> found;
    for (const bool free_threaded : {false, true}) {
        if (!engines.has(free_threaded)) {
            found.push_back(fmt::format("no usable {} interpreter; get one with scripts/setup",
                                        free_threaded ? "free-threaded" : "standard"));
        }
    }
    found.insert(found.end(), quiet.reasons.begin(), quiet.reasons.end());
    return found;
}

void print_json(const engine::Registry& engines, const machine::Facts& facts, const machine::Quietness& quiet,
                const std::vector<std::string>& problems) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& engine : engines.engines()) {
        list.push_back(as_json(engine));
    }
    nlohmann::ordered_json all = {{"fit", problems.empty()}, {"reasons", problems}, {"engines", list}};
    all["machine"] = machine::to_json(facts);
    all["now"] = machine::to_json(quiet);
    std::cout << all.dump(1) << '\n';
}

void print_text(const engine::Registry& engines, const machine::Facts& facts, const machine::Quietness& quiet,
                const std::vector<std::string>& problems) {
    std::cout << "Engines\n";
    for (const auto& engine : engines.engines()) {
        std::cout << engine_lines(engine);
    }
    std::cout << "Machine\n" << machine_lines(facts, quiet);
    if (problems.empty()) {
        std::cout << "Fit to measure on now.\n";
        return;
    }
    std::cout << "Not fit to measure on now:\n";
    for (const std::string& problem : problems) {
        std::cout << wrapped("  - " + problem, 4);
    }
}

}  // namespace

int doctor_command(const DoctorOptions& options) {
    const auto engines = engine::Registry::discover(engines_directory(options.places));
    const machine::Quietness quiet = machine::quietness();
    const machine::Facts facts = machine::facts();
    const std::vector<std::string> problems = obstacles(engines, quiet);
    (options.json ? print_json : print_text)(engines, facts, quiet, problems);
    return problems.empty() ? exit_ok : exit_unfit;
}

}  // namespace gilscope::cli
