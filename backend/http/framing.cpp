#include "http/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace gilscope::http {

namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view head_end = "\r\n\r\n";

FramingError bad_request(std::string message) {
    return {400, "bad_request", std::move(message)};
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

/// Control characters have no place in a head, and lines end with CR LF only: what reads a bare LF as a
/// line's end and what doesn't would see different requests.
std::optional<FramingError> find_bad_byte(std::string_view head) {
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (head[i] == '\r') {
            if (i + 1 < head.size() && head[i + 1] != '\n') {
                return bad_request("a carriage return without a line feed");
            }
        } else if (head[i] == '\n') {
            if (i == 0 || head[i - 1] != '\r') {
                return bad_request("a line feed without a carriage return");
            }
        } else if (is_control(head[i])) {
            return bad_request("a control character in the request's head");
        }
    }
    return std::nullopt;
}

/// "http://host:port/path" -> host and "/path". A proxy form that servers must accept.
std::optional<FramingError> split_absolute_target(RequestHead& head) {
    constexpr std::string_view scheme = "http://";
    if (!equals_ignoring_case(std::string_view(head.target).substr(0, scheme.size()), scheme)) {
        return bad_request("the request's target must begin with a slash");
    }
    const auto authority_end = head.target.find_first_of("/?", scheme.size());
    head.host = head.target.substr(scheme.size(), authority_end - scheme.size());
    if (head.host.empty() || head.host.find('@') != std::string::npos) {
        return bad_request("the request's target names no valid host");
    }
    auto rest = authority_end == std::string::npos ? std::string() : head.target.substr(authority_end);
    head.target = rest.starts_with('/') ? std::move(rest) : "/" + rest;
    return std::nullopt;
}

std::optional<FramingError> check_target(RequestHead& head) {
    const bool printable =
        std::all_of(head.target.begin(), head.target.end(), [](char c) { return c > 0x20 && c < 0x7f; });
    if (head.target.empty() || !printable || head.target.find('#') != std::string::npos) {
        return bad_request("the request's target has characters that must be percent-encoded");
    }
    const bool other_form = head.method == "CONNECT" || (head.method == "OPTIONS" && head.target == "*");
    if (head.target.starts_with('/') || other_form) {
        return std::nullopt;
    }
    return split_absolute_target(head);
}

std::optional<FramingError> read_request_line(std::string_view line, RequestHead& head) {
    const auto first = line.find(' ');
    const auto second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    if (second == std::string_view::npos) {
        return bad_request("the request line is not METHOD TARGET HTTP/1.1");
    }
    head.method = line.substr(0, first);
    head.target = line.substr(first + 1, second - first - 1);
    const auto version = line.substr(second + 1);
    if (!is_token(head.method) || (version != "HTTP/1.1" && version != "HTTP/1.0")) {
        return bad_request("the request line is not METHOD TARGET HTTP/1.1");
    }
    head.is_http_1_0 = version == "HTTP/1.0";
    head.keep_alive = !head.is_http_1_0;
    return check_target(head);
}

std::optional<FramingError> read_header_lines(std::string_view lines, const Limits& limits,
                                              RequestHead& head) {
    while (!lines.empty()) {
        const auto end = lines.find(line_end);
        const auto line = lines.substr(0, end);
        lines.remove_prefix(end + line_end.size());
        if (head.headers.size() == limits.header_count) {
            return FramingError{431, "headers_too_large",
                                fmt::format("more than {} headers", limits.header_count)};
        }
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
            return bad_request("a header line is not NAME: VALUE");
        }
        head.headers.add(std::string(line.substr(0, colon)), std::string(trim(line.substr(colon + 1))));
    }
    return std::nullopt;
}

std::optional<FramingError> check_host(RequestHead& head) {
    if (head.headers.count("Host") != 1) {
        return bad_request("a request needs exactly one Host header");
    }
    if (head.host.empty()) {
        head.host = *head.headers.find("Host");
    }
    return std::nullopt;
}

/// Digits only: no sign, no list, no white space within.
std::optional<std::size_t> read_length(std::string_view text) {
    std::size_t length = 0;
    const bool digits =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (!digits || (error != std::errc{} && error != std::errc::result_out_of_range)) {
        return std::nullopt;
    }
    return error == std::errc{} ? length : SIZE_MAX;
}

FramingError length_required() {
    return {411, "length_required", "the body's size must be given in a Content-Length header"};
}

/// Methods whose request has no body.
bool is_bodyless(std::string_view method) {
    return method == "GET" || method == "HEAD" || method == "OPTIONS" || method == "TRACE" ||
           method == "CONNECT";
}

bool needs_length(std::string_view method) {
    return method == "POST" || method == "PUT" || method == "PATCH";
}

std::optional<FramingError> check_length(const Limits& limits, RequestHead& head) {
    const auto lengths = head.headers.count("Content-Length");
    const bool encoded = head.headers.count("Transfer-Encoding") > 0;
    if (lengths > 1 || (lengths == 1 && encoded)) {
        return bad_request("the body's size is given twice");
    }
    if (encoded) {
        return is_bodyless(head.method) ? bad_request("this method takes no body") : length_required();
    }
    if (lengths == 0) {
        return needs_length(head.method) ? std::optional(length_required()) : std::nullopt;
    }
    const auto length = read_length(*head.headers.find("Content-Length"));
    if (!length) {
        return bad_request("Content-Length is not a number");
    }
    if (*length > 0 && is_bodyless(head.method)) {
        return bad_request("this method takes no body");
    }
    if (*length > limits.body) {
        return body_too_large(limits.body);
    }
    head.content_length = *length;
    return std::nullopt;
}

/// Calls use(element) for each element of every comma-separated header of that name.
template <typename Use>
void for_each_element(const Headers& headers, std::string_view name, Use use) {
    for (const auto& header : headers) {
        std::string_view rest = header.value;
        while (equals_ignoring_case(header.name, name) && !rest.empty()) {
            const auto comma = rest.find(',');
            use(trim(rest.substr(0, comma)));
            rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        }
    }
}

void read_connection_options(RequestHead& head) {
    for_each_element(head.headers, "Connection", [&](std::string_view option) {
        if (equals_ignoring_case(option, "close")) {
            head.keep_alive = false;
        }
    });
    for_each_element(head.headers, "Expect", [&](std::string_view expectation) {
        head.expects_continue = head.expects_continue || equals_ignoring_case(expectation, "100-continue");
    });
}

std::optional<FramingError> check_sizes(std::size_t line, std::size_t headers, const Limits& limits) {
    if (line > limits.request_line) {
        return FramingError{414, "uri_too_long",
                            fmt::format("a request line has at most {} bytes", limits.request_line)};
    }
    if (headers > limits.header_bytes) {
        return FramingError{431, "headers_too_large",
                            fmt::format("headers have at most {} bytes together", limits.header_bytes)};
    }
    return std::nullopt;
}

/// A line's end of which only the first byte is there says nothing about the size.
std::size_t size_without_end(std::string_view text) {
    return text.size() - (text.ends_with('\r') ? 1 : 0);
}

std::optional<FramingError> read_headers(std::string_view lines, const Limits& limits, RequestHead& head) {
    if (auto error = read_header_lines(lines, limits, head)) {
        return error;
    }
    if (auto error = check_host(head)) {
        return error;
    }
    if (auto error = check_length(limits, head)) {
        return error;
    }
    read_connection_options(head);
    return std::nullopt;
}

}  // namespace

FramingError body_too_large(std::size_t limit) {
    return {413, "payload_too_large", fmt::format("a body has at most {} bytes", limit)};
}

FramingError with_head(FramingError error, RequestHead head) {
    error.method = std::move(head.method);
    error.target = std::move(head.target);
    error.headers = std::move(head.headers);
    return error;
}

HeadReading read_head(std::string_view bytes, const Limits& limits) {
    // One empty line before a request is to be ignored (RFC 9112, 2.2): old clients send it after a body.
    const std::size_t skipped = bytes.starts_with(line_end) ? line_end.size() : 0;
    bytes.remove_prefix(skipped);

    const auto end = bytes.find(head_end);
    const bool complete = end != std::string_view::npos;
    const auto text = complete ? bytes.substr(0, end + line_end.size()) : bytes;
    if (auto error = find_bad_byte(text)) {
        return *error;
    }
    const auto line_size = text.find(line_end);
    const bool has_line = line_size != std::string_view::npos;
    const auto lines = has_line ? text.substr(line_size + line_end.size()) : std::string_view{};
    if (auto error =
            check_sizes(has_line ? line_size : size_without_end(text), size_without_end(lines), limits)) {
        return *error;
    }
    RequestHead head;
    if (has_line) {
        if (auto error = read_request_line(text.substr(0, line_size), head)) {
            return *error;
        }
    }
    if (!complete) {
        return Incomplete{};
    }
    head.size = skipped + end + head_end.size();
    if (auto error = read_headers(lines, limits, head)) {
        return with_head(std::move(*error), std::move(head));
    }
    return head;
}

}  // namespace gilscope::http
