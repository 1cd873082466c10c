// From the bytes of a connection to its answers: nothing crashes, no byte is read as two things, and every
// answer is one that any client can read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "http/errors.h"
#include "http/json_body.h"
#include "http/site.h"

namespace {

using namespace gilscope::http;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

RouteTable routes() {
    const auto echo = [](const Call& call) {
        call.query.integer("n", 1, 10, 1);
        call.query.text("text");
        call.query.check();
        nlohmann::ordered_json variables(call.variables);
        return json_response({{"variables", std::move(variables)}, {"body", call.request.body}});
    };
    RouteTable table;
    table.add({.method = "GET", .pattern = "/api/a", .handler = echo, .parameters = {"n", "text"}});
    table.add({.method = "POST",
               .pattern = "/api/a",
               .handler = [](const Call& call) { return json_response(read_json(call.request.body)); },
               .takes_json = true});
    table.add({.method = "GET", .pattern = "/api/a/{id}", .handler = echo, .parameters = {"n", "text"}});
    table.add({.method = "DELETE", .pattern = "/api/a/{id}", .handler = echo});
    table.add(
        {.method = "GET", .pattern = "/api/open", .handler = echo, .is_unsafe = true, .any_host = true});
    return table;
}

Site& site() {
    static const auto page = std::filesystem::path(__FILE__).parent_path() / "corpus/query";
    static Site instance(routes(), {.allowed_hosts = {"h"}, .page_directory = page});
    return instance;
}

/// One head, one body of the length that it says, and nothing that a reader could take for more.
void check(const Response& response) {
    require(!reason_phrase(response.status).empty());
    require(response.headers.count("X-Request-Id") == 1);
    require(response.headers.count("Content-Length") == 0);
    for (const auto& header : response.headers) {
        require(header.name.find_first_of(":\r\n \t") == std::string::npos);
        require(header.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
    }
    if (response.status >= 400) {
        require(nlohmann::json::parse(response.body).at("error").at("message").is_string());
    }
    const auto text = serialize(response);
    const auto head = text.find("\r\n\r\n");
    require(head != std::string::npos && text.size() == head + 4 + response.body.size());
}

Request request_of(const RequestHead& head, std::string_view body) {
    Request request;
    request.method = head.method;
    request.target = head.target;
    request.host = head.host;
    request.headers = head.headers;
    request.body = body;
    request.client = "127.0.0.1";
    return request;
}

/// What was read from a part of the bytes must hold whatever follows: a client may send them in any parts.
void check_part(std::string_view bytes, std::size_t size, const HeadReading& whole) {
    const auto part = read_head(bytes.substr(0, size));
    if (std::holds_alternative<FramingError>(part)) {
        require(!std::holds_alternative<RequestHead>(whole));
    } else if (const auto* head = std::get_if<RequestHead>(&part)) {
        const auto* same = std::get_if<RequestHead>(&whole);
        require(same != nullptr && same->size == head->size && same->content_length == head->content_length &&
                same->target == head->target && same->headers == head->headers);
    }
}

/// How many bytes the first request has; 0 if there is none.
std::size_t answer_first(std::string_view bytes) {
    const auto reading = read_head(bytes);
    for (const std::size_t size : {bytes.size() / 3, bytes.size() / 2, bytes.size() - bytes.size() / 8}) {
        check_part(bytes, size, reading);
    }
    if (const auto* error = std::get_if<FramingError>(&reading)) {
        const auto response = site().refuse_framing(*error, "127.0.0.1");
        require(response.close && response.status == error->status);
        check(response);
        return 0;
    }
    const auto* head = std::get_if<RequestHead>(&reading);
    if (head == nullptr) {
        return 0;
    }
    require(head->size <= bytes.size() && head->content_length <= Limits{}.body);
    require(head->headers.count("Host") == 1 && head->headers.count("Transfer-Encoding") == 0);
    auto request = request_of(*head, {});
    if (const auto refusal = site().refuse(request)) {
        check(*refusal);
    }
    if (bytes.size() < head->size + head->content_length) {
        return 0;
    }
    request = request_of(*head, bytes.substr(head->size, head->content_length));
    check(site().answer(request));
    return head->size + head->content_length;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    while (!bytes.empty()) {
        const auto used = answer_first(bytes);
        if (used == 0) {
            break;
        }
        bytes.remove_prefix(used);
    }
    return 0;
}
