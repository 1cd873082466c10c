// Asks another server: a health check's question, a report on its way to where it is kept.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

namespace gilscope::http {

/// A status that the server chose; its errors are answers too.
struct ClientAnswer {
    int status = 0;
    std::string body;
};

/// No answer, or an address that can't be asked. what() is a sentence with the address in it.
class Unreachable : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// `url` is http://host:port/path, https:// too; redirects are not followed. `timeout` holds for the
/// connection, for sending and for each piece that is read; of get() also for the answer as a whole, which is
/// at most 16 MiB long. Throws Unreachable. Thread-safe, each call on a connection of its own.
ClientAnswer get(const std::string& url, std::chrono::milliseconds timeout);
ClientAnswer post_json(const std::string& url, const std::string& body, std::chrono::milliseconds timeout);

}  // namespace gilscope::http
