// A value of a file and where in the file it stands, so that a problem can name its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/json_parts.h"
#include "bench/report_reader.h"

namespace gilscope::bench {

/// More workers than that no report has.
inline constexpr int most_workers = 4096;

/// Points into JSON that outlives it. Every function throws BadReport if the value isn't what is asked for.
class Part {
  public:
    explicit Part(const Json& value, std::string place = {}) : value_(value), place_(std::move(place)) {}

    /// A member that must be there.
    Part at(const char* name) const;
    /// A member, or nothing if it is missing or null.
    std::optional<Part> find(const char* name) const;
    /// The elements of a list.
    std::vector<Part> items(std::size_t at_most) const;

    std::string text() const;
    /// "" for null.
    std::string text_or_empty() const;
    bool flag() const;
    std::int64_t whole(std::int64_t lowest, std::int64_t highest) const;
    /// NaN for null, which is how NaN is written.
    double number() const;
    /// An estimate without a value is none.
    std::optional<Estimate> estimate() const;
    const Json& object() const;
    const Json& json() const { return value_; }
    bool is_null() const { return value_.is_null(); }
    const std::string& place() const { return place_; }

    /// "cells[3].workers must be a whole number"
    [[noreturn]] void must_be(const std::string& what) const;

  private:
    const Json& value_;
    std::string place_;
};

}  // namespace gilscope::bench
