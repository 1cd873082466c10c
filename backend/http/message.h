// Requests and answers as handlers see them. No handler knows cpp-httplib.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/caller.h"
#include "http/event_stream.h"

namespace gilscope::http {

struct Header {
    std::string name;
    std::string value;

    bool operator==(const Header&) const = default;
};

/// In the order received or to be sent; names compare without regard to case.
class Headers {
  public:
    void add(std::string name, std::string value);
    /// Replaces every header of that name.
    void set(std::string name, std::string value);
    void erase(std::string_view name);
    /// The first one's value; valid until the next change.
    std::optional<std::string_view> find(std::string_view name) const;
    std::size_t count(std::string_view name) const;

    std::size_t size() const { return list_.size(); }
    auto begin() const { return list_.begin(); }
    auto end() const { return list_.end(); }
    bool operator==(const Headers&) const = default;

  private:
    std::vector<Header> list_;
};

/// A whole request, its framing already checked.
struct Request {
    std::string method;
    std::string target;        ///< path and query as sent, percent-encoded, printable ASCII only
    std::string host;          ///< of the Host header, or of an absolute target
    Headers headers;           ///< values as sent, without white space around them
    std::string body;          ///< empty when only the head is there (Application::refuse)
    std::string client;        ///< the other end's address, never taken from a header
    std::string id;            ///< what X-Request-Id says on the answer
    std::string pattern;       ///< of the route that answers, for statistics; empty: none
    Caller* caller = nullptr;  ///< borrowed, lives as long as the exchange; may be null in tests

    std::string_view path() const;   ///< the target up to '?', still encoded
    std::string_view query() const;  ///< what follows it
};

/// Appends the next part of a body to `part`, which is empty; false once there is nothing more (what was
/// appended still counts). Runs on the exchange's own thread while the answer is being sent. What it throws
/// breaks the connection off, since the status has been sent already: the client sees that the body isn't
/// whole.
using BodyPull = std::function<bool(std::string& part)>;

/// A body is one of three: `body`; what `pull` gives, for a body too large to hold at once; or `events`.
struct Response {
    int status = 200;
    Headers headers;
    std::string body;
    BodyPull pull;
    std::optional<EventStream> events;
    bool close = false;  ///< end the connection after this answer
    /// The answer is held back until then, without holding a thread. Not for streamed ones.
    std::optional<std::chrono::steady_clock::time_point> not_before{};
    bool is_recorded = true;  ///< false: the exchange is left out of the ExchangeLog

    /// True if its length isn't known when its head is sent.
    bool is_streamed() const { return pull != nullptr || events.has_value(); }
};

/// Without regard to case, ASCII only.
bool equals_ignoring_case(std::string_view a, std::string_view b);
/// Without spaces and tabs at either end.
std::string_view trim(std::string_view text);
/// "Not Found", or empty for a status that Gilscope doesn't use.
std::string_view reason_phrase(int status);

/// The bytes of an answer that is written without cpp-httplib: where its parser was never asked.
/// Content-Length is added; `with_body` is false for HEAD. Says Connection: close if response.close.
std::string serialize(const Response& response, bool with_body = true);
/// The head alone, without any header about the body's length.
std::string serialize_head(const Response& response);

}  // namespace gilscope::http
