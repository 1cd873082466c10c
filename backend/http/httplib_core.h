// The door to cpp-httplib's server: its parser and its routing hook, and nothing of its sockets, threads and
// headers.
#pragma once

#include <functional>
#include <memory>

#include "http/framing.h"
#include "http/message.h"

namespace gilscope::http {

/// Thread-safe.
class HttplibCore {
  public:
    HttplibCore();
    ~HttplibCore();
    HttplibCore(const HttplibCore&) = delete;
    HttplibCore& operator=(const HttplibCore&) = delete;

    /// Takes one request through cpp-httplib's parser and routing hook: calls `make_response` once, on this
    /// thread, and returns what it made. Nothing is sent.
    Response answer(const RequestHead& head, const std::function<Response()>& make_response) const;

  private:
    class Server;
    std::unique_ptr<Server> server_;
};

}  // namespace gilscope::http
