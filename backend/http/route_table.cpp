#include "http/route_table.h"

#include <algorithm>
#include <array>
#include <optional>

namespace gilscope::http {

namespace {

constexpr std::array<std::string_view, 5> contract_order{"GET", "POST", "PATCH", "PUT", "DELETE"};

/// The first segment of a path; the path is left with the rest, its slash included.
std::string_view take_segment(std::string_view& path) {
    path.remove_prefix(1);
    const auto slash = std::min(path.find('/'), path.size());
    const auto segment = path.substr(0, slash);
    path.remove_prefix(slash);
    return segment;
}

/// The variables' values if the path matches the pattern.
std::optional<std::map<std::string, std::string>> match(std::string_view pattern, std::string_view path) {
    std::map<std::string, std::string> variables;
    while (pattern.starts_with('/') && path.starts_with('/')) {
        const auto expected = take_segment(pattern);
        const auto actual = percent_decode(take_segment(path), false);
        if (!actual) {
            return std::nullopt;
        }
        if (expected.starts_with('{') && !actual->empty()) {
            variables.emplace(expected.substr(1, expected.size() - 2), *actual);
        } else if (expected != *actual) {
            return std::nullopt;
        }
    }
    return pattern.empty() && path.empty() ? std::optional(std::move(variables)) : std::nullopt;
}

}  // namespace

bool is_write(std::string_view method) {
    return method != "GET" && method != "HEAD" && method != "OPTIONS";
}

Lookup RouteTable::find(std::string_view path) const {
    Lookup lookup;
    for (const auto& route : routes_) {
        if (auto variables = match(route.pattern, path)) {
            lookup.routes.push_back(&route);
            lookup.variables = std::move(*variables);
        }
    }
    // A path that is written out in the table isn't one that a variable happens to fit.
    const auto is_literal = [](const Route* route) { return route->pattern.find('{') == std::string::npos; };
    if (std::any_of(lookup.routes.begin(), lookup.routes.end(), is_literal)) {
        std::erase_if(lookup.routes, [&](const Route* route) { return !is_literal(route); });
        lookup.variables.clear();
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
