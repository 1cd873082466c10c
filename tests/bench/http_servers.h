// Servers within this program, to be compared side by side.
#pragma once

#include <memory>
#include <string>

#include "events/event_log.h"

namespace gilscope::laboratory {

/// One handler that answers GET /api/health, on cpp-httplib's own connection loop, as good as it gets there:
/// without Nagle's delay, connections kept for ever, a thread for each of `threads` connections.
class StockServer {
  public:
    explicit StockServer(int threads);
    ~StockServer();
    StockServer(const StockServer&) = delete;
    StockServer& operator=(const StockServer&) = delete;
    int port() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The same handler on ours, with everything that `gilscope serve` does around it; and GET /api/events,
/// streams of one log.
class OwnServer {
  public:
    OwnServer();
    ~OwnServer();
    OwnServer(const OwnServer&) = delete;
    OwnServer& operator=(const OwnServer&) = delete;
    int port() const;
    std::size_t stream_count() const;
    events::EventLog& log();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gilscope::laboratory
