// What a request chooses from, the same for the command line and the API: modes, interpreters, workers. Pure
// but for default_workers().
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/cell.h"
#include "engine/registry.h"

namespace gilscope::runs {

/// Field -> what is wrong with it.
using Problems = std::map<std::string, std::string>;

/// Several problems of one field become one text.
void add_problem(Problems& problems, const std::string& field, const std::string& what);

/// By their names; all modes if there are none. Problems are those of the field "modes".
std::vector<bench::Mode> choose_modes(const std::vector<std::string>& names, Problems& problems);

/// Ids of usable engines, each once: those named, then the newest of each named build ("gil", "ft"); with
/// neither, the newest of each build that there is. Problems are those of the fields `ids_field` and
/// "builds". Throws EngineError if nothing is asked for and there is nothing.
std::vector<std::string> choose_interpreters(const std::vector<std::string>& ids,
                                             const std::vector<std::string>& builds,
                                             const engine::Registry& engines, const std::string& ids_field,
                                             Problems& problems);

/// As many as there are whole usable cores, at least 1.
int default_workers();

}  // namespace gilscope::runs
