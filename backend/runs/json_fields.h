// The fields of a JSON object that a client sent, read strictly. Pure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runs/choices.h"

namespace gilscope::runs {

/// What is wrong is collected while fields are asked for, so that the client hears of every bad one at once.
/// A field that is absent or wrong reads as nothing.
class JsonFields {
  public:
    /// Both outlive it.
    JsonFields(const nlohmann::ordered_json& object, Problems& problems)
        : object_(object), problems_(problems) {}

    std::optional<std::string> text(const std::string& name);
    std::optional<bool> flag(const std::string& name);
    /// From minimum to maximum.
    std::optional<std::int64_t> integer(const std::string& name, std::int64_t minimum, std::int64_t maximum);
    /// Above 0, up to maximum; null is as good as absent.
    std::optional<double> positive_or_null(const std::string& name, double maximum);
    std::optional<std::int64_t> integer_or_null(const std::string& name, std::int64_t minimum,
                                                std::int64_t maximum);
    /// An array of strings, at least one; empty if it is absent or wrong.
    std::vector<std::string> texts(const std::string& name);
    /// An object; empty if it is absent or wrong.
    nlohmann::ordered_json object(const std::string& name);
    /// For a field whose type is the caller's own affair; null if it is absent.
    const nlohmann::ordered_json* any(const std::string& name);

    /// Call it last: every field that was not asked for is unknown.
    void refuse_others();

    Problems& problems() { return problems_; }

  private:
    const nlohmann::ordered_json& object_;
    Problems& problems_;
    std::set<std::string> asked_;
};

}  // namespace gilscope::runs
