#include "http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gilscope::http {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr std::array<std::pair<int, std::string_view>, 23> reasons{{
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Payload Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Entity"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {507, "Insufficient Storage"},
}};

}  // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char left, char right) { return lower(left) == lower(right); });
}

std::string_view trim(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view reason_phrase(int status) {
    const auto* found = std::find_if(reasons.begin(), reasons.end(),
                                     [status](const auto& reason) { return reason.first == status; });
    return found == reasons.end() ? std::string_view{} : found->second;
}

void Headers::add(std::string name, std::string value) {
    list_.push_back({std::move(name), std::move(value)});
}

void Headers::set(std::string name, std::string value) {
    erase(name);
    add(std::move(name), std::move(value));
}

void Headers::erase(std::string_view name) {
    std::erase_if(list_, [name](const Header& header) { return equals_ignoring_case(header.name, name); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
    for (const auto& header : list_) {
        if (equals_ignoring_case(header.name, name)) {
            return header.value;
        }
    }
    return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
    return static_cast<std::size_t>(std::count_if(list_.begin(), list_.end(), [name](const Header& header) {
        return equals_ignoring_case(header.name, name);
    }));
}

std::string_view Request::path() const {
    return std::string_view(target).substr(0, target.find('?'));
}

std::string_view Request::query() const {
    const auto mark = target.find('?');
    return mark == std::string::npos ? std::string_view{} : std::string_view(target).substr(mark + 1);
}

namespace {

std::string status_and_headers(const Response& response) {
    auto text = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason_phrase(response.status));
    for (const auto& header : response.headers) {
        text.append(header.name).append(": ").append(header.value).append("\r\n");
    }
    if (response.close) {
        text += "Connection: close\r\n";
    }
    return text;
}

}  // namespace

std::string serialize_head(const Response& response) {
    return status_and_headers(response) + "\r\n";
}

std::string serialize(const Response& response, bool with_body) {
    auto text = status_and_headers(response);
    if (response.status != 204 && response.status != 304) {
        text += fmt::format("Content-Length: {}\r\n", response.body.size());
    }
    text += "\r\n";
    if (with_body) {
        text += response.body;
    }
    return text;
}

}  // namespace gilscope::http
