#include "http/streamed_answer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <string_view>

namespace gilscope::http {

namespace {

// Small parts are sent together: each one costs a system call and a few bytes of framing.
constexpr std::size_t collected_at_least = 16384;

/// Appends to `part` until there is enough of it. False if nothing more will come.
bool collect(const BodyPull& pull, std::string& part) {
    std::string next;
    while (part.size() < collected_at_least) {
        next.clear();
        const bool more = pull(next);
        part += next;
        if (!more) {
            return false;
        }
    }
    return true;
}

std::string as_chunk(const std::string& part) {
    // An empty chunk would end the body.
    return part.empty() ? std::string() : fmt::format("{:x}\r\n{}\r\n", part.size(), part);
}

/// `unsent` is the head: it leaves together with the first part.
bool send_pulled(Connection& connection, const BodyPull& pull, bool chunked, std::string unsent) {
    for (bool more = true; more;) {
        std::string part;
        more = collect(pull, part);
        unsent += chunked ? as_chunk(part) : part;
        if (!more && chunked) {
            unsent += "0\r\n\r\n";
        }
        if (!connection.send_all(unsent)) {
            return false;
        }
        unsent.clear();
    }
    return true;
}

void log_break(const Response& response, std::string_view why) {
    spdlog::error("request {}: its answer broke off: {}",
                  response.headers.find("X-Request-Id").value_or("without an id"), why);
}

}  // namespace

bool send_streamed(Connection& connection, const RequestHead& head, Response response) {
    const bool chunked = response.pull && !head.is_http_1_0;
    if (chunked) {
        response.headers.set("Transfer-Encoding", "chunked");
    }
    auto text = serialize_head(response);
    if (!response.pull || head.method == "HEAD") {
        return connection.send_all(text);
    }
    try {
        return send_pulled(connection, response.pull, chunked, std::move(text));
    } catch (const std::exception& error) {
        log_break(response, error.what());
    } catch (...) {
        log_break(response, "something was thrown that is no std::exception");
    }
    connection.break_off();
    return false;
}

}  // namespace gilscope::http
