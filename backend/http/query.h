// A request's query, read by ourselves and strictly. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gilscope::http {

/// Nothing for a broken escape, U+0000 or what isn't UTF-8.
std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space);

bool is_valid_utf8(std::string_view text);

/// The parameters of one request. What is wrong is collected while they are asked for, so that the client
/// hears of every bad field at once: ask for everything, then call check().
class Query {
  public:
    /// `known` are the names that the route knows; any other one is a problem, and so are repeated and
    /// malformed ones.
    Query(std::string_view raw, std::span<const std::string> known);

    bool has(const std::string& name) const { return values_.contains(name); }
    std::optional<std::string> text(const std::string& name) const;
    /// A whole number from minimum to maximum, digits only. `fallback` if it is absent or wrong.
    std::int64_t integer(const std::string& name, std::int64_t minimum, std::int64_t maximum,
                         std::int64_t fallback);
    /// One of `choices`. `fallback` if it is absent or wrong.
    std::string choice(const std::string& name, std::span<const std::string_view> choices,
                       const std::string& fallback);

    void add_problem(const std::string& field, const std::string& problem);
    const std::map<std::string, std::string>& problems() const { return problems_; }
    /// Throws runs::InvalidRequest if anything was wrong.
    void check() const;

  private:
    void read_parameter(std::string_view parameter, std::span<const std::string> known);

    std::map<std::string, std::string> values_;
    std::map<std::string, std::string> problems_;
};

}  // namespace gilscope::http
