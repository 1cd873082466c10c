// Sends a report to a server that keeps it.
#pragma once

#include <string>

namespace gilscope::cli {

class ReportSender {
  public:
    /// Empty: nowhere. Asks the server for its health, so that a wrong address is found out before the first
    /// round. Throws runs::InvalidRequest if it is no address, std::runtime_error if no server is there.
    explicit ReportSender(const std::string& address);

    /// Tries again for half a minute while the server is away or busy. Throws std::runtime_error with what
    /// the server said.
    void send(const std::string& report) const;

  private:
    std::string address_;  ///< without a slash at its end
};

}  // namespace gilscope::cli
