// The gate before cpp-httplib's parser: where a request begins and ends, decided from its raw bytes, and
// nothing let through about which two parsers could disagree. Pure; no state is kept between calls.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "http/message.h"

namespace gilscope::http {

struct Limits {
    std::size_t request_line = 8192;  ///< bytes, without the line's end
    std::size_t header_count = 64;
    std::size_t header_bytes = 32768;  ///< all header lines together
    std::size_t body = 1048576;        ///< bytes
};

/// More bytes are needed to say anything.
struct Incomplete {};

/// Why a request is refused. The connection can't be used any further: nobody knows where the next request
/// begins.
struct FramingError {
    int status = 400;
    std::string code = "bad_request";
    std::string message;
    // What was understood of the request before: nothing if that was not even its first line.
    std::string method{};
    std::string target{};
    Headers headers{};
};

struct RequestHead {
    std::string method;
    std::string
        target;  ///< origin form; an absolute target is taken apart, CONNECT's and "*" are kept as they are
    std::string host;
    Headers headers;
    std::size_t size = 0;            ///< bytes of the head, the empty line included
    std::size_t content_length = 0;  ///< bytes of the body that follows
    bool keep_alive = true;
    bool is_http_1_0 = false;
    bool expects_continue = false;
};

using HeadReading = std::variant<Incomplete, RequestHead, FramingError>;

/// A body of more than `limit` bytes.
FramingError body_too_large(std::size_t limit);

/// The same, of a request whose head was understood.
FramingError with_head(FramingError error, RequestHead head);

/// Reads the head that `bytes` begins with. Errors are reported as soon as they show, before the head is
/// complete.
HeadReading read_head(std::string_view bytes, const Limits& limits = {});

}  // namespace gilscope::http
