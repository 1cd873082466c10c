#include "http/route_table.h"

#include <algorithm>
#include <array>
#include <optional>

namespace gilscope::http {

namespace {

constexpr std::array<std::string_view, 5> contract_order{"GET", "POST", "PATCH", "PUT", "DELETE"};

using Segments = std::vector<std::string>;

/// Nothing for what is no path, or can't be decoded.
std::optional<Segments> split(std::string_view path) {
    Segments segments;
    while (path.starts_with('/')) {
        path.remove_prefix(1);
        const auto slash = std::min(path.find('/'), path.size());
        auto segment = percent_decode(path.substr(0, slash), false);
        if (!segment) {
            return std::nullopt;
        }
        segments.push_back(std::move(*segment));
        path.remove_prefix(slash);
    }
    return path.empty() ? std::optional(std::move(segments)) : std::nullopt;
}

bool is_variable(const std::string& segment) {
    return segment.starts_with('{');
}

bool matches(const Segments& pattern, const Segments& path) {
    return std::equal(pattern.begin(), pattern.end(), path.begin(), path.end(),
                      [](const std::string& expected, const std::string& actual) {
                          return is_variable(expected) ? !actual.empty() : expected == actual;
                      });
}

std::map<std::string, std::string> variables_of(const Segments& pattern, const Segments& path) {
    std::map<std::string, std::string> variables;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (is_variable(pattern[i])) {
            variables.emplace(pattern[i].substr(1, pattern[i].size() - 2), path[i]);
        }
    }
    return variables;
}

}  // namespace

bool is_write(std::string_view method) {
    return method != "GET" && method != "HEAD" && method != "OPTIONS";
}

void RouteTable::add(Route route) {
    patterns_.push_back(split(route.pattern).value());
    routes_.push_back(std::move(route));
}

Lookup RouteTable::find(std::string_view path) const {
    Lookup lookup;
    const auto segments = split(path);
    if (!segments) {
        return lookup;
    }
    for (std::size_t i = 0; i < routes_.size(); ++i) {
        if (!matches(patterns_[i], *segments)) {
            continue;
        }
        auto variables = variables_of(patterns_[i], *segments);
        // A path that is written out in the table isn't one that a variable happens to fit.
        if (lookup.is_known() && variables.size() > lookup.variables.size()) {
            continue;
        }
        if (variables.size() < lookup.variables.size()) {
            lookup.routes.clear();
        }
        lookup.routes.push_back(&routes_[i]);
        lookup.variables = std::move(variables);
    }
    return lookup;
}

const Route* Lookup::for_method(std::string_view method) const {
    const auto wanted = method == "HEAD" ? "GET" : method;
    const auto found = std::find_if(routes.begin(), routes.end(), [&](const Route* route) {
        return route->method == wanted && (method != "HEAD" || route->allows_head);
    });
    return found == routes.end() ? nullptr : *found;
}

std::string Lookup::allow() const {
    std::string methods;
    for (const auto method : contract_order) {
        if (for_method(method) != nullptr) {
            methods += std::string(method) + ", ";
        }
    }
    return methods + "OPTIONS";
}

bool Lookup::is_unsafe(std::string_view method) const {
    if (is_write(method)) {
        return true;
    }
    return method != "OPTIONS" && std::any_of(routes.begin(), routes.end(), [](const Route* route) {
               return route->method == "GET" && route->is_unsafe;
           });
}

bool Lookup::is_open_to_any_host() const {
    return std::any_of(routes.begin(), routes.end(), [](const Route* route) { return route->any_host; });
}

}  // namespace gilscope::http
