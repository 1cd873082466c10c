// What a route is, for the people and programs that read /api/openapi.json.
#pragma once

#include <string>
#include <vector>

namespace gilscope::http {

enum class ParameterPlace { query, path, header };

struct ParameterDescription {
    std::string name;  ///< of the query, of a {variable} of the path, or of a header
    std::string what;  ///< one sentence
    /// JSON Schema, e.g. R"({"type": "integer", "minimum": 1, "maximum": 1000, "default": 50})"
    std::string schema = R"({"type": "string"})";
    ParameterPlace place = ParameterPlace::query;
};

/// What is asked or answered, with an example of it.
struct ContentDescription {
    int status = 200;       ///< of an answer
    std::string what;       ///< one sentence
    std::string example{};  ///< JSON text for a JSON media type, else as it is; empty: no content
    std::string media_type = "application/json";
};

/// Every route says at least its summary and one answer. Errors that any route may answer are added by
/// itself.
struct RouteDescription {
    std::string summary{};  ///< a few words
    std::string details{};  ///< sentences, where the summary doesn't tell everything
    std::vector<ParameterDescription> parameters{};
    std::vector<ContentDescription> bodies{};  ///< of a request: one a media type
    std::vector<ContentDescription> answers{};
};

}  // namespace gilscope::http
