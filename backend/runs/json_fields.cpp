#include "runs/json_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace gilscope::runs {
namespace {

/// A whole number that fits; JSON's 2.0 isn't one.
std::optional<std::int64_t> whole(const nlohmann::ordered_json& value) {
    const bool fits =
        value.is_number_integer() && !(value.is_number_unsigned() &&
                                       value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max());
    return fits ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

}  // namespace

const nlohmann::ordered_json* JsonFields::any(const std::string& name) {
    asked_.insert(name);
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
}

std::optional<std::string> JsonFields::text(const std::string& name) {
    const auto* value = any(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_string()) {
        add_problem(problems_, name, "must be a string");
        return std::nullopt;
    }
    return value->get<std::string>();
}

std::optional<bool> JsonFields::flag(const std::string& name) {
    const auto* value = any(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    if (!value->is_boolean()) {
        add_problem(problems_, name, "must be true or false");
        return std::nullopt;
    }
    return value->get<bool>();
}

std::optional<std::int64_t> JsonFields::integer(const std::string& name, std::int64_t minimum,
                                                std::int64_t maximum) {
    const auto* value = any(name);
    if (value == nullptr) {
        return std::nullopt;
    }
    const auto number = whole(*value);
    if (!number || *number < minimum || *number > maximum) {
        add_problem(problems_, name, fmt::format("must be a whole number from {} to {}", minimum, maximum));
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> JsonFields::integer_or_null(const std::string& name, std::int64_t minimum,
                                                        std::int64_t maximum) {
    const auto* value = any(name);
    return value == nullptr || value->is_null() ? std::nullopt : integer(name, minimum, maximum);
}

std::optional<double> JsonFields::positive_or_null(const std::string& name, double maximum) {
    const auto* value = any(name);
    if (value == nullptr || value->is_null()) {
        return std::nullopt;
    }
    if (!value->is_number() || !(value->get<double>() > 0) || value->get<double>() > maximum) {
        add_problem(problems_, name, fmt::format("must be a number above 0, {} at most", maximum));
        return std::nullopt;
    }
    return value->get<double>();
}

std::vector<std::string> JsonFields::texts(const std::string& name) {
    const auto* value = any(name);
    if (value == nullptr) {
        return {};
    }
    const bool good = value->is_array() && !value->empty() &&
                      std::all_of(value->begin(), value->end(),
                                  [](const nlohmann::ordered_json& item) { return item.is_string(); });
    if (!good) {
        add_problem(problems_, name, "must be a list of strings, at least one");
        return {};
    }
    return value->get<std::vector<std::string>>();
}

nlohmann::ordered_json JsonFields::object(const std::string& name) {
    const auto* value = any(name);
    if (value != nullptr && value->is_object()) {
        return *value;
    }
    if (value != nullptr) {
        add_problem(problems_, name, "must be an object");
    }
    return nlohmann::ordered_json::object();
}

void JsonFields::refuse_others() {
    for (const auto& [name, value] : object_.items()) {
        if (!asked_.contains(name)) {
            add_problem(problems_, name, fmt::format("unknown; known are {}", fmt::join(asked_, ", ")));
        }
    }
}

}  // namespace gilscope::runs
