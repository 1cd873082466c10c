// Figures of a server's life, as Prometheus reads them. The only room that knows prometheus-cpp.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace gilscope::metrics {

/// Thread-safe.
class Metrics {
  public:
    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    /// An answer to one request. There must be few different `pattern`s and `method`s, whatever clients send:
    /// each combination costs memory for good.
    void count_request(const std::string& pattern, const std::string& method, int status,
                       std::chrono::nanoseconds took);
    /// A run that is over: "compare" and the like; "done", "failed", "cancelled".
    void count_run(const std::string& experiment, const std::string& outcome);

    enum class Kind {
        gauge,    ///< goes up and down
        counter,  ///< only goes up; its name ends in _total
    };
    /// A figure that is asked for whenever text() is called, on that thread. `read` must not call this
    /// object.
    void watch(const std::string& name, const std::string& help, Kind kind, std::function<double()> read);

    /// Everything, in the text format 0.0.4.
    std::string text() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The media type of text().
inline constexpr const char* media_type = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace gilscope::metrics
