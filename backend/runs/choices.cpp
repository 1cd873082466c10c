#include "runs/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "machine/machine.h"
#include "runs/compare.h"

namespace gilscope::runs {
namespace {

void add_once(const std::string& id, std::vector<std::string>& ids) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
        ids.push_back(id);
    }
}

void add_build(const std::string& name, const engine::Registry& engines, std::vector<std::string>& ids,
               Problems& problems) {
    const auto build = bench::build_named(name);
    if (!build) {
        add_problem(problems, "builds", fmt::format("{} is neither gil nor ft", name));
        return;
    }
    try {
        add_once(engines.newest(*build == bench::Build::ft).id, ids);
    } catch (const engine::EngineError& error) {
        add_problem(problems, "builds", error.what());
    }
}

std::vector<std::string> newest_of_each_build(const engine::Registry& engines) {
    std::vector<std::string> ids;
    for (const bool free_threaded : {false, true}) {
        if (engines.has(free_threaded)) {
            ids.push_back(engines.newest(free_threaded).id);
        }
    }
    if (ids.empty()) {
        ids.push_back(engines.newest(false).id);  // throws what is wrong
    }
    return ids;
}

}  // namespace

void add_problem(Problems& problems, const std::string& field, const std::string& what) {
    std::string& text = problems[field];
    text += (text.empty() ? "" : "; ") + what;
}

std::vector<bench::Mode> choose_modes(const std::vector<std::string>& names, Problems& problems) {
    if (names.empty()) {
        return {bench::all_modes.begin(), bench::all_modes.end()};
    }
    std::vector<bench::Mode> modes;
    modes.reserve(names.size());
    for (const std::string& name : names) {
        if (const auto mode = bench::mode_named(name)) {
            modes.push_back(*mode);
        } else {
            add_problem(problems, "modes",
                        fmt::format("{} is none of sequential, threads, interpreters, processes", name));
        }
    }
    return modes;
}

std::vector<std::string> choose_interpreters(const std::vector<std::string>& ids,
                                             const std::vector<std::string>& builds,
                                             const engine::Registry& engines, const std::string& ids_field,
                                             Problems& problems) {
    if (ids.empty() && builds.empty()) {
        return newest_of_each_build(engines);
    }
    std::vector<std::string> chosen;
    for (const std::string& id : ids) {
        try {
            add_once(engines.usable(id).id, chosen);
        } catch (const engine::EngineError& error) {
            add_problem(problems, ids_field, error.what());
        }
    }
    for (const std::string& name : builds) {
        add_build(name, engines, chosen, problems);
    }
    return chosen;
}

int default_workers() {
    return std::clamp(static_cast<int>(std::floor(machine::usable_cores().count)), 1, max_workers);
}

}  // namespace gilscope::runs
