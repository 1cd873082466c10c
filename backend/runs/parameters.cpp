#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runs/workload_catalog.h"

namespace gilscope::runs {
namespace {

/// A string given on a command line or in a query becomes what the default's type says; anything else stays.
std::optional<nlohmann::ordered_json> typed_like(const nlohmann::ordered_json& example,
                                                 const nlohmann::ordered_json& given) {
    if (example.is_string()) {
        return given.is_string() ? std::optional(given) : std::nullopt;
    }
    const nlohmann::ordered_json value =
        given.is_string() ? nlohmann::ordered_json::parse(given.get<std::string>(), nullptr, false) : given;
    if (example.is_number_float() && value.is_number() && std::isfinite(value.get<double>())) {
        return value.get<double>();
    }
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    if ((example.is_number_integer() && value.is_number_integer()) ||
        (example.is_boolean() && value.is_boolean()) ||
        ((example.is_null() || example.is_structured()) && !value.is_discarded())) {
        return value;
    }
    return std::nullopt;
}

std::string expected_type(const nlohmann::ordered_json& example) {
    if (example.is_number_integer()) {
        return "a whole number";
    }
    if (example.is_number()) {
        return "a number";
    }
    return example.is_boolean() ? "true or false" : example.is_string() ? "a string" : "a JSON value";
}

/// Empty if the value is within the limits.
std::string out_of_range(const Parameter& parameter, const nlohmann::ordered_json& value) {
    if (!value.is_number()) {
        return {};
    }
    const auto number = value.get<double>();
    if (parameter.minimum && number < *parameter.minimum) {
        return fmt::format("must be at least {}", *parameter.minimum);
    }
    if (parameter.maximum && number > *parameter.maximum) {
        return fmt::format("must be at most {}", *parameter.maximum);
    }
    return {};
}

std::string known_names(const Workload& workload) {
    std::string names;
    for (const Parameter& parameter : workload.parameters) {
        names += (names.empty() ? "" : ", ") + parameter.name;
    }
    return names.empty() ? "none" : names;
}

void note_unknown(const Workload& workload, const nlohmann::ordered_json& given,
                  std::map<std::string, std::string>& problems) {
    for (const auto& [name, value] : given.items()) {
        const bool known =
            std::any_of(workload.parameters.begin(), workload.parameters.end(),
                        [&, wanted = name](const Parameter& parameter) { return parameter.name == wanted; });
        if (!known) {
            problems[name] =
                fmt::format("no parameter of {}; it has: {}", workload.name, known_names(workload));
        }
    }
}

}  // namespace

nlohmann::ordered_json complete_parameters(const Workload& workload, const nlohmann::ordered_json& given,
                                           std::map<std::string, std::string>& problems) {
    note_unknown(workload, given, problems);
    nlohmann::ordered_json complete = nlohmann::ordered_json::object();
    for (const Parameter& parameter : workload.parameters) {
        complete[parameter.name] = parameter.default_value;
        const auto found = given.find(parameter.name);
        if (found == given.end()) {
            continue;
        }
        const auto value = typed_like(parameter.default_value, *found);
        if (!value) {
            problems[parameter.name] = "must be " + expected_type(parameter.default_value);
            continue;
        }
        if (const std::string problem = out_of_range(parameter, *value); !problem.empty()) {
            problems[parameter.name] = problem;
        }
        complete[parameter.name] = *value;
    }
    return complete;
}

}  // namespace gilscope::runs
