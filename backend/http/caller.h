// The other end of an exchange, for handlers that take long enough to ask whether anyone still waits for the
// answer.
#pragma once

#include <stop_token>

namespace gilscope::http {

class Caller {
  public:
    virtual ~Caller() = default;

    /// From now on the connection is watched: the token is stopped when the client hangs up (or half-closes)
    /// or the server begins to stop. Costs a system call, so short handlers leave it. Only for the exchange's
    /// own thread.
    virtual std::stop_token watch() = 0;

    /// True once the server has begun to stop: tells the two reasons for a stopped token apart. Thread-safe.
    virtual bool server_is_stopping() const = 0;
};

}  // namespace gilscope::http
