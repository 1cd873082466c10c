#include "runs/workload_catalog.h"

#include <cmath>
#include <system_error>
#include <utility>

#include "engine/errors.h"
#include "runs/errors.h"

namespace gilscope::runs {
namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::optional<double> number_in(const nlohmann::ordered_json& entry, const char* name) {
    const auto found = entry.find(name);
    if (found == entry.end() || !found->is_number()) {
        return std::nullopt;
    }
    return found->get<double>();
}

Parameter parameter_from(const std::string& name, const nlohmann::ordered_json& entry) {
    Parameter parameter;
    parameter.name = name;
    if (!entry.is_object()) {  // PARAMS = {"n": 5}: a default without limits
        parameter.default_value = entry;
        return parameter;
    }
    parameter.default_value = entry.value("default", nlohmann::ordered_json());
    parameter.minimum = number_in(entry, "minimum");
    parameter.maximum = number_in(entry, "maximum");
    parameter.unit = entry.value("unit", "");
    return parameter;
}

void fill(Workload& workload, const nlohmann::ordered_json& described) {
    const std::string docstring = trimmed(described.at("docstring"));
    const std::size_t line_end = docstring.find('\n');
    workload.title = trimmed(docstring.substr(0, line_end));
    workload.description = line_end == std::string::npos ? "" : trimmed(docstring.substr(line_end));
    const auto& parameters = described.at("parameters");
    if (!parameters.is_object()) {
        workload.problem = "PARAMS must be a dict: name -> {default, minimum, maximum, unit}";
        return;
    }
    for (const auto& [name, entry] : parameters.items()) {
        workload.parameters.push_back(parameter_from(name, entry));
    }
}

/// A limit of a whole number is shown as one.
nlohmann::ordered_json limit_as_json(std::optional<double> limit,
                                     const nlohmann::ordered_json& default_value) {
    if (!limit) {
        return nullptr;
    }
    if (default_value.is_number_integer() && *limit == std::floor(*limit)) {
        return static_cast<std::int64_t>(*limit);
    }
    return *limit;
}

/// Helpers of workloads, and what editors leave beside them.
bool is_hidden(const std::string& name) {
    return name.starts_with('_') || name.starts_with('.');
}

bool is_workload(const std::filesystem::directory_entry& entry) {
    std::error_code unknown;  // a link that leads nowhere
    return entry.path().extension() == ".py" && !is_hidden(entry.path().filename().string()) &&
           entry.is_regular_file(unknown);
}

}  // namespace

WorkloadCatalog::WorkloadCatalog(std::vector<std::filesystem::path> directories, engine::Inspector inspector)
    : directories_(std::move(directories)), inspector_(inspector) {}

RunQueue::Place WorkloadCatalog::take_turn(const engine::Patience& patience) {
    auto place = readers_.join();
    try {
        place.wait(patience.stop);
    } catch (const RunQueue::Left&) {
        throw engine::Cancelled();
    }
    return place;
}

std::optional<Workload> WorkloadCatalog::read(const std::filesystem::path& file,
                                              const engine::Patience& patience) {
    std::error_code gone;
    const auto changed = std::filesystem::last_write_time(file, gone);
    if (gone) {
        return std::nullopt;
    }
    const auto known = known_.find(file);
    if (known != known_.end() && known->second.changed == changed) {
        return known->second.workload;
    }
    Workload workload;
    workload.file = file;
    workload.name = file.stem().string();
    try {
        fill(workload, inspector_.inspect(file, patience));
    } catch (const engine::WorkloadError& error) {
        workload.problem = error.traceback().empty() ? error.what() : error.traceback();
    } catch (const nlohmann::json::exception& error) {
        workload.problem = std::string("PARAMS is not as documented: ") + error.what();
    }
    known_.insert_or_assign(file, Known{changed, workload});
    return workload;
}

std::vector<Workload> WorkloadCatalog::list(const engine::Patience& patience) {
    std::map<std::string, std::filesystem::path> files;
    for (const auto& directory : directories_) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
            if (is_workload(entry)) {
                files[entry.path().stem().string()] = entry.path();
            }
        }
    }
    const auto turn = take_turn(patience);
    std::vector<Workload> workloads;
    workloads.reserve(files.size());
    for (const auto& [name, file] : files) {
        if (auto workload = read(file, patience)) {
            workloads.push_back(std::move(*workload));
        }
    }
    return workloads;
}

std::optional<Workload> WorkloadCatalog::find(const std::string& name, const engine::Patience& patience) {
    if (name.find('/') != std::string::npos || is_hidden(name)) {
        return std::nullopt;
    }
    const auto turn = take_turn(patience);
    for (auto directory = directories_.rbegin(); directory != directories_.rend(); ++directory) {
        const auto file = *directory / (name + ".py");
        std::error_code unknown;
        if (std::filesystem::is_regular_file(file, unknown)) {
            return read(file, patience);
        }
    }
    return std::nullopt;
}

Workload WorkloadCatalog::load(const std::filesystem::path& file, const engine::Patience& patience) {
    std::error_code unknown;
    const auto path = std::filesystem::canonical(file, unknown);
    const auto turn = take_turn(patience);
    auto workload = std::filesystem::is_regular_file(path, unknown) ? read(path, patience) : std::nullopt;
    if (!workload) {
        throw InvalidRequest({{"workload", "there is no file " + file.string()}});
    }
    return std::move(*workload);
}

nlohmann::ordered_json to_json(const Workload& workload) {
    auto parameters = nlohmann::ordered_json::array();
    for (const Parameter& parameter : workload.parameters) {
        nlohmann::ordered_json entry = {{"name", parameter.name}, {"default", parameter.default_value}};
        entry["minimum"] = limit_as_json(parameter.minimum, parameter.default_value);
        entry["maximum"] = limit_as_json(parameter.maximum, parameter.default_value);
        entry["unit"] = parameter.unit;
        parameters.push_back(std::move(entry));
    }
    nlohmann::ordered_json json = {{"name", workload.name},
                                   {"title", workload.title},
                                   {"description", workload.description},
                                   {"parameters", std::move(parameters)}};
    if (!workload.problem.empty()) {
        json["problem"] = workload.problem;
    }
    return json;
}

}  // namespace gilscope::runs
