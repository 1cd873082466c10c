#include "http/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "http/message.h"

namespace gilscope::http {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const Route& route, const std::string& what) {
    throw std::invalid_argument(
        fmt::format("the description of {} {}: {}", route.method, route.pattern, what));
}

Json parsed(const Route& route, const std::string& text) {
    auto json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        fail(route, "not JSON: " + text);
    }
    return json;
}

bool is_json(const std::string& media_type) {
    return media_type.starts_with("application/json") || media_type.ends_with("+json");
}

Json content(const Route& route, const ContentDescription& description) {
    if (description.example.empty()) {
        fail(route, "content without an example");
    }
    auto example =
        is_json(description.media_type) ? parsed(route, description.example) : Json(description.example);
    return {{description.media_type, {{"example", std::move(example)}}}};
}

Json error_content(const std::string& code, const std::string& message) {
    return {{"application/json",
             {{"schema", {{"$ref", "#/components/schemas/Error"}}},
              {"example", {{"error", {{"code", code}, {"message", message}}}}}}}};
}

std::string_view place_name(ParameterPlace place) {
    switch (place) {
        case ParameterPlace::path:
            return "path";
        case ParameterPlace::header:
            return "header";
        case ParameterPlace::query:
            break;
    }
    return "query";
}

Json parameter(const Route& route, const ParameterDescription& description) {
    Json json{{"name", description.name}, {"in", place_name(description.place)}};
    if (description.place == ParameterPlace::path) {
        json["required"] = true;
    }
    json["description"] = description.what;
    json["schema"] = parsed(route, description.schema);
    return json;
}

/// Every variable of the path and every parameter that the route knows is described, and nothing else.
void check_parameters(const Route& route) {
    const auto is_described = [&](const std::string& name, ParameterPlace place) {
        const auto& all = route.description.parameters;
        return std::any_of(all.begin(), all.end(), [&](const ParameterDescription& each) {
            return each.name == name && each.place == place && !each.what.empty();
        });
    };
    for (const auto& name : route.parameters) {
        if (!is_described(name, ParameterPlace::query)) {
            fail(route, "its parameter " + name + " is not described");
        }
    }
    for (const auto& each : route.description.parameters) {
        const auto& known = route.parameters;
        const bool is_known = std::find(known.begin(), known.end(), each.name) != known.end();
        if (each.place == ParameterPlace::query && !is_known) {
            fail(route, "it knows no parameter " + each.name);
        }
        if (each.place == ParameterPlace::path &&
            route.pattern.find("{" + each.name + "}") == std::string::npos) {
            fail(route, "its path has no variable " + each.name);
        }
    }
    for (auto begin = route.pattern.find('{'); begin != std::string::npos;
         begin = route.pattern.find('{', begin + 1)) {
        const auto name = route.pattern.substr(begin + 1, route.pattern.find('}', begin) - begin - 1);
        if (!is_described(name, ParameterPlace::path)) {
            fail(route, "the variable " + name + " of its path is not described");
        }
    }
}

Json answers(const Route& route) {
    if (route.description.answers.empty()) {
        fail(route, "it says nothing of its answers");
    }
    Json json = Json::object();
    for (const auto& each : route.description.answers) {
        auto& answer = json[std::to_string(each.status)];
        answer["description"] = each.what;
        if (!each.example.empty()) {
            answer["content"].update(content(route, each));
        } else if (each.status == 200 || each.status == 201) {
            fail(route, "an answer without an example");
        }
    }
    json["default"] = {
        {"description", "Something is wrong; `code` says what, for programs"},
        {"content", error_content("validation_error", "the request has fields that are not valid")}};
    return json;
}

/// "getApiTasksId": for generated clients.
std::string operation_id(const Route& route) {
    std::string id;
    bool upper = false;
    for (const char c : route.method) {
        id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    for (const char c : route.pattern) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) == 0) {
            upper = true;
        } else {
            id += upper ? static_cast<char>(std::toupper(letter)) : c;
            upper = false;
        }
    }
    return route.pattern.ends_with('/') ? id + "Slash" : id;  // two paths, two ids
}

Json operation(const Route& route) {
    const auto& description = route.description;
    if (description.summary.empty()) {
        fail(route, "it has no summary");
    }
    check_parameters(route);
    Json json{{"operationId", operation_id(route)}, {"summary", description.summary}};
    if (!description.details.empty()) {
        json["description"] = description.details;
    }
    for (const auto& each : description.parameters) {
        json["parameters"].push_back(parameter(route, each));
    }
    for (const auto& each : description.bodies) {
        json["requestBody"]["content"].update(content(route, each));
        json["requestBody"]["required"] = true;
    }
    if (route.takes_json && description.bodies.empty()) {
        fail(route, "it says nothing of the body that it takes");
    }
    json["responses"] = answers(route);
    return json;
}

Json error_schema() {
    return Json::parse(R"({
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                    "details": {"type": "object", "description": "field -> what is wrong with it"}
                }
            }
        }
    })");
}

}  // namespace

nlohmann::ordered_json openapi_document(const RouteTable& table) {
    Json paths = Json::object();
    for (const auto& route : table.routes()) {
        std::string method = route.method;
        std::transform(method.begin(), method.end(), method.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        paths[route.pattern][method] = operation(route);
    }
    return {
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Gilscope"},
          {"version", GILSCOPE_VERSION},
          {"description", "What the GIL costs, and what would fix it. Every answer has an X-Request-Id."}}},
        {"servers", {{{"url", "/"}}}},
        {"paths", std::move(paths)},
        {"components", {{"schemas", {{"Error", error_schema()}}}}}};
}

}  // namespace gilscope::http
