// The listening socket. Ours rather than cpp-httplib's, whose accept loop ends for good at the first unusual
// error, accepts without CLOEXEC before 0.16 and takes a backlog of 5.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "system/file_descriptor.h"

namespace gilscope::http {

/// The server can't listen there; the message is one sentence for the user.
class ListenError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Listener {
  public:
    /// Port 0: any free one. "localhost" means 127.0.0.1. Throws ListenError.
    Listener(const std::string& host, int port, int backlog);

    struct Accepted {
        system::FileDescriptor socket;  ///< not blocking, CLOEXEC, without Nagle's delay
        std::string client;             ///< numeric address
    };
    enum class Outcome { accepted, nobody_waits, out_of_resources };
    /// Never blocks. `accepted` is filled for Outcome::accepted only.
    Outcome accept(std::optional<Accepted>& accepted);

    int port() const { return port_; }
    int fd() const { return socket_.get(); }
    /// Connections that nobody accepted yet are reset.
    void close() { socket_.close(); }

  private:
    system::FileDescriptor socket_;
    int port_ = 0;
};

/// "http://127.0.0.1:8000": where a listener can be reached from this machine.
std::string url_of(const std::string& host, int port);

}  // namespace gilscope::http
