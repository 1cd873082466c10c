// An answer on its way to its client: what is left of it. Sending never waits, so a client that reads slowly
// holds no thread.
#pragma once

#include <cstddef>
#include <string>

#include "http/connection.h"
#include "http/framing.h"
#include "http/message.h"

namespace gilscope::http {

/// Belongs to whoever has the connection.
class OutgoingAnswer {
  public:
    /// These bytes and nothing else.
    explicit OutgoingAnswer(std::string bytes) : unsent_(std::move(bytes)) {}
    /// Everything that `response` says to that request: a pulled body is chunked, or goes up to the end of
    /// the connection for HTTP/1.0; of an event stream, the head alone.
    OutgoingAnswer(const RequestHead& head, Response response);

    enum class Progress {
        complete,
        client_is_slow,  ///< it takes no more for now
        broken,          ///< the client is gone, or the body broke off
    };
    /// Sends what the client takes, pulling one part of the body at a time. Throws nothing.
    Progress send(Connection& connection);

  private:
    bool pull_part();

    std::string unsent_;
    std::size_t sent_ = 0;     ///< of unsent_
    BodyPull pull_{};          ///< null once nothing more will come
    bool wants_part_ = false;  ///< before anything else is sent
    bool chunked_ = false;
    std::string request_id_{};  ///< for the log
};

}  // namespace gilscope::http
