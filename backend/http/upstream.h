// The slow service that I/O-bound workloads call: /api/slow on a loopback port of its own, with its own
// threads, so that what a benchmark measures waits for nothing that the server does.
#pragma once

#include <memory>
#include <string>

namespace gilscope::http {

/// Runs from construction to destruction.
class Upstream {
  public:
    /// Throws ListenError.
    Upstream();
    ~Upstream();
    Upstream(const Upstream&) = delete;
    Upstream& operator=(const Upstream&) = delete;

    /// "127.0.0.1:PORT"
    std::string address() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gilscope::http
