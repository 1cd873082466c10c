#include "http/import_body.h"

#include <nlohmann/json.hpp>

#include "http/json_body.h"

namespace gilscope::http {

namespace {

/// A resource without its report has a few hundred bytes.
constexpr std::size_t most_around_report = 1048576;

/// The place behind a string that begins at `place`, in valid JSON.
std::size_t end_of_string(std::string_view text, std::size_t place) {
    for (++place; text[place] != '"'; ++place) {
        place += text[place] == '\\' ? 1 : 0;
    }
    return place + 1;
}

/// The place behind a value that begins at or after `place`, in valid JSON: where the comma or the bracket
/// that ends it stands.
std::size_t end_of_value(std::string_view text, std::size_t place) {
    for (std::size_t depth = 0; place < text.size(); ++place) {
        const char c = text[place];
        if (c == '"') {
            place = end_of_string(text, place) - 1;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
            break;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return place;
}

struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The value of that member of the outermost object of valid JSON. A report may be tens of megabytes: it is
/// cut out before anything becomes JSON values.
std::optional<Part> find_member(std::string_view text, std::string_view quoted_name) {
    auto place = text.find_first_not_of(" \t\r\n");
    if (text[place] != '{') {
        return std::nullopt;
    }
    for (;;) {
        place = text.find_first_of("\"}", place + 1);
        if (text[place] == '}') {
            return std::nullopt;
        }
        const auto name_end = end_of_string(text, place);
        const auto value = text.find(':', name_end) + 1;
        const auto value_end = end_of_value(text, value);
        if (text.substr(place, name_end - place) == quoted_name) {
            return Part{value, text.find_last_not_of(" \t\r\n", value_end - 1) + 1};
        }
        place = value_end;
        if (text[place] == '}') {
            return std::nullopt;
        }
    }
}

std::string name_in(const nlohmann::ordered_json& resource) {
    const auto name = resource.find("name");
    return name != resource.end() && name->is_string() ? name->get<std::string>() : "";
}

}  // namespace

ImportBody read_import_body(std::string_view body) {
    if (body.starts_with("\xef\xbb\xbf") || !nlohmann::json::accept(body)) {
        throw BadJson("the body is not JSON");
    }
    const auto report = find_member(body, "\"report\"");
    if (!report) {
        return {body, ""};
    }
    if (body.size() - (report->end - report->begin) > most_around_report) {
        throw BadJson("there is too much around the report");
    }
    std::string rest(body.substr(0, report->begin));
    rest += "null";
    rest += body.substr(report->end);
    return {body.substr(report->begin, report->end - report->begin), name_in(read_json(rest))};
}

}  // namespace gilscope::http
