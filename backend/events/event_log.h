// What happens, in order, for any number of readers: each reads at its own pace and can come back later, as
// long as what it missed is still there. The newest events are kept, in bounded memory, once for all readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>

namespace gilscope::events {

/// Thread-safe. Shared by whoever writes and whoever reads (std::shared_ptr).
class EventLog {
  public:
    /// The oldest events are forgotten when there are more than `most_bytes` of text; the newest never is.
    explicit EventLog(std::size_t most_bytes = 262144) : most_bytes_(most_bytes) {}
    EventLog(const EventLog&) = delete;
    EventLog& operator=(const EventLog&) = delete;

    /// Adds an event and wakes the readers. Its id: 1, 2, 3, ... After finish() nothing is added, and the
    /// last id is returned.
    std::uint64_t publish(std::string_view name, std::string_view data);
    /// Nothing more will come: readers end once they have read the rest.
    void finish();
    bool is_finished() const;
    /// Of the newest event; 0: none yet.
    std::uint64_t last_id() const;
    /// True if nothing that came after event `id` is forgotten; false also for an id that never was.
    bool can_resume_after(std::uint64_t id) const;

    struct Part {
        std::string text;           ///< whole events; see event_text.h
        std::uint64_t last_id = 0;  ///< where to go on
        bool missed = false;        ///< events between were forgotten: nothing was read
        bool ended = false;         ///< nothing more will come after this
    };
    /// What follows event `after`: at least one event, then more up to `most_bytes`. Empty if there is
    /// nothing yet.
    Part read(std::uint64_t after, std::size_t most_bytes) const;

    /// Ends with its life; after that, `wake` isn't called any more. Outlived by the log.
    class Subscription {
      public:
        Subscription() = default;
        Subscription(Subscription&& other) noexcept { *this = std::move(other); }
        Subscription& operator=(Subscription&& other) noexcept;
        ~Subscription() { end(); }

      private:
        friend class EventLog;
        using Place = std::list<std::function<void()>>::iterator;
        Subscription(EventLog* log, Place place) : log_(log), place_(place) {}
        void end();
        EventLog* log_ = nullptr;
        Place place_{};
    };
    /// `wake` is called at each event and at the end, on the writer's thread: it must be short, and must not
    /// call the log.
    [[nodiscard]] Subscription subscribe(std::function<void()> wake);

  private:
    std::uint64_t first_id() const { return last_id_ - texts_.size() + 1; }
    void wake_all() const;

    const std::size_t most_bytes_;
    mutable std::mutex mutex_;
    std::deque<std::string> texts_;  ///< of the events up to last_id_
    std::size_t bytes_ = 0;          ///< of all texts_
    std::uint64_t last_id_ = 0;
    bool finished_ = false;
    std::list<std::function<void()>> readers_;
};

}  // namespace gilscope::events
