#include "bench/json_reading.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace gilscope::bench {

Part Part::at(const char* name) const {
    const auto found = object().find(name);
    const std::string place = place_.empty() ? name : place_ + "." + name;
    if (found == value_.end()) {
        throw BadReport(place + " is missing");
    }
    return Part(*found, place);
}

std::optional<Part> Part::find(const char* name) const {
    const auto found = object().find(name);
    if (found == value_.end() || found->is_null()) {
        return std::nullopt;
    }
    return Part(*found, place_.empty() ? name : place_ + "." + name);
}

std::vector<Part> Part::items(std::size_t at_most) const {
    if (!value_.is_array()) {
        must_be("a list");
    }
    if (value_.size() > at_most) {
        must_be(fmt::format("a list of at most {}", at_most));
    }
    std::vector<Part> parts;
    parts.reserve(value_.size());
    for (std::size_t i = 0; i < value_.size(); ++i) {
        parts.emplace_back(value_[i], fmt::format("{}[{}]", place_, i));
    }
    return parts;
}

std::string Part::text() const {
    if (!value_.is_string()) {
        must_be("a text");
    }
    return value_.get<std::string>();
}

std::string Part::text_or_empty() const {
    return is_null() ? "" : text();
}

bool Part::flag() const {
    if (!value_.is_boolean()) {
        must_be("true or false");
    }
    return value_.get<bool>();
}

std::int64_t Part::whole(std::int64_t lowest, std::int64_t highest) const {
    // Beyond the signed numbers, an unsigned one would turn negative when it is read.
    const bool fits = value_.is_number_integer() &&
                      (!value_.is_number_unsigned() ||
                       value_.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max());
    if (!fits || value_.get<std::int64_t>() < lowest || value_.get<std::int64_t>() > highest) {
        must_be(fmt::format("a whole number from {} to {}", lowest, highest));
    }
    return value_.get<std::int64_t>();
}

double Part::number() const {
    if (is_null()) {
        return std::nan("");
    }
    if (!value_.is_number()) {
        must_be("a number");
    }
    return value_.get<double>();
}

std::optional<Estimate> Part::estimate() const {
    if (is_null() || at("value").is_null()) {
        return std::nullopt;
    }
    const auto bound = [&](const char* name) {
        const std::optional<Part> part = find(name);
        return part ? std::optional(part->number()) : std::nullopt;
    };
    return Estimate{at("value").number(), bound("low"), bound("high")};
}

const Json& Part::object() const {
    if (!value_.is_object()) {
        must_be("an object");
    }
    return value_;
}

void Part::must_be(const std::string& what) const {
    throw BadReport(fmt::format("{} must be {}", place_.empty() ? "a report" : place_, what));
}

}  // namespace gilscope::bench
