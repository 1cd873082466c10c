#include "http/outgoing_answer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <string_view>
#include <utility>

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

}  // namespace

OutgoingAnswer::OutgoingAnswer(const RequestHead& head, Response response) {
    const bool with_body = head.method != "HEAD";
    if (!response.is_streamed()) {
        unsent_ = serialize(response, with_body);
        return;
    }
    chunked_ = response.pull && !head.is_http_1_0;
    if (chunked_) {
        response.headers.set("Transfer-Encoding", "chunked");
    }
    unsent_ = serialize_head(response);
    request_id_ = response.headers.find("X-Request-Id").value_or("without an id");
    if (response.pull && with_body) {
        pull_ = std::move(response.pull);
        wants_part_ = true;  // the head leaves together with the first part
    }
}

OutgoingAnswer::Progress OutgoingAnswer::send(Connection& connection) {
    for (;;) {
        if (wants_part_ && !pull_part()) {
            connection.break_off();
            return Progress::broken;
        }
        const auto taken = connection.send_some(std::string_view(unsent_).substr(sent_));
        if (!taken) {
            return Progress::broken;
        }
        sent_ += *taken;
        if (sent_ < unsent_.size()) {
            return Progress::client_is_slow;
        }
        if (!pull_) {
            return Progress::complete;
        }
        unsent_.clear();
        sent_ = 0;
        wants_part_ = true;
    }
}

/// Appends to what is unsent. False if the body broke off.
bool OutgoingAnswer::pull_part() {
    try {
        std::string part;
        const bool more = collect(pull_, part);
        unsent_ += chunked_ ? as_chunk(part) : part;
        if (!more) {
            unsent_ += chunked_ ? "0\r\n\r\n" : "";
            pull_ = nullptr;
        }
        wants_part_ = false;
        return true;
    } catch (const std::exception& error) {
        spdlog::error("request {}: its answer broke off: {}", request_id_, error.what());
    } catch (...) {
        spdlog::error("request {}: its answer broke off: something was thrown that is no std::exception",
                      request_id_);
    }
    return false;
}

}  // namespace gilscope::http
