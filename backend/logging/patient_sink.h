// Lines to a descriptor, without ever waiting for whoever reads them.
#pragma once

#include <spdlog/sinks/base_sink.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace gilscope::logging {

/// Thread-safe.
class LineQueue {
  public:
    /// `fd` is borrowed. At most `most_bytes` wait in memory for a reader that has stopped reading.
    explicit LineQueue(int fd, std::size_t most_bytes = 65536) : fd_(fd), most_bytes_(most_bytes) {}

    /// Writes as much as fits now. `line` ends with a line feed.
    void add(std::string_view line);
    /// Writes what waited, as far as it fits now.
    void flush();

  private:
    void write_some();

    const int fd_;
    const std::size_t most_bytes_;
    std::mutex mutex_;
    std::string waiting_;
    std::size_t lost_ = 0;  ///< lines
};

class PatientSink : public spdlog::sinks::base_sink<std::mutex> {
  public:
    explicit PatientSink(std::shared_ptr<LineQueue> queue) : queue_(std::move(queue)) {}

  protected:
    void sink_it_(const spdlog::details::log_msg& message) override;
    void flush_() override { queue_->flush(); }

  private:
    std::shared_ptr<LineQueue> queue_;
};

}  // namespace gilscope::logging
