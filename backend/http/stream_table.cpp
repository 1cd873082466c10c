#include "http/stream_table.h"

#include "events/event_text.h"

namespace gilscope::http {

namespace {

// What is copied out of a log at a time: all that a slow client holds of its own.
constexpr std::size_t part_size = 16384;

}  // namespace

void StreamTable::begin(ConnectionTable::Pointer connection, EventStream stream) {
    ++size_;
    {
        const std::lock_guard lock(mutex_);
        arrived_.emplace_back(std::move(connection), std::move(stream));
    }
    wake_.raise();
}

/// On any thread: whichever published an event.
void StreamTable::wake(std::uint64_t id) {
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = woken_.empty();
        woken_.push_back(id);
    }
    if (first) {
        wake_.raise();
    }
}

std::vector<StreamTable::Ended> StreamTable::advance(Clock::time_point now) {
    accept_new(now);
    std::vector<std::uint64_t> woken;
    {
        const std::lock_guard lock(mutex_);
        woken.swap(woken_);
    }
    for (const auto id : woken) {
        pump(id, now);
    }
    expire(now);
    if (last_words_at_ && now >= *last_words_at_) {
        say_last_words(now);
    }
    return std::exchange(ended_, {});
}

void StreamTable::accept_new(Clock::time_point now) {
    decltype(arrived_) arrived;
    {
        const std::lock_guard lock(mutex_);
        arrived.swap(arrived_);
    }
    for (auto& [connection, source] : arrived) {
        const auto id = connection->id();
        const auto log = source.log;
        auto& stream = streams_[id];
        stream.connection = std::move(connection);
        stream.unsent = std::move(source.first);
        stream.source = std::move(source);
        stream.subscription = log->subscribe([this, id] { wake(id); });
        set_deadline(stream, now + times_.keep_alive);
        pump(id, now);
    }
}

void StreamTable::handle_event(const Poller::Event& event) {
    if (event.hang_up) {
        end(event.id, false);
    } else {
        wake(event.id);
    }
}

/// Sends until the log has nothing more or the client takes nothing more.
void StreamTable::pump(std::uint64_t id, Clock::time_point now) {
    const auto found = streams_.find(id);
    if (found == streams_.end()) {
        return;
    }
    auto& stream = found->second;
    for (;;) {
        if (stream.unsent.empty() && !refill(stream, now)) {
            end(id, false);
            return;
        }
        if (stream.unsent.empty()) {
            break;
        }
        const auto sent = stream.connection->send_some(stream.unsent);
        if (!sent) {
            end(id, false);
            return;
        }
        if (*sent < stream.unsent.size()) {
            if (*sent > 0) {
                stream.unsent.erase(0, *sent);
                set_deadline(stream, now + times_.stalled);
            }
            poller_.change(stream.connection->fd(), id, Poller::Watch::output);
            return;
        }
        std::string().swap(stream.unsent);  // no memory for streams that are idle
        set_deadline(stream, now + times_.keep_alive);
    }
    if (stream.whole) {
        end(id, true);
    } else {
        poller_.change(stream.connection->fd(), id, Poller::Watch::hang_up);
    }
}

/// False if the log has forgotten what the client needs next.
bool StreamTable::refill(Stream& stream, Clock::time_point now) {
    if (stream.whole) {
        return true;
    }
    auto part = stream.source.log->read(stream.source.after, part_size);
    if (!part.text.empty()) {
        set_deadline(stream, now + times_.stalled);
    }
    stream.unsent = std::move(part.text);
    stream.source.after = part.last_id;
    stream.whole = part.ended;
    return !part.missed;
}

void StreamTable::expire(Clock::time_point now) {
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
        const auto id = deadlines_.begin()->second;
        auto& stream = streams_.at(id);
        if (!stream.unsent.empty()) {
            end(id, false);
            continue;
        }
        stream.unsent = events::comment_text("keep-alive");
        set_deadline(stream, now + times_.stalled);
        pump(id, now);
    }
}

void StreamTable::end_soon(Clock::time_point now) {
    last_words_at_ = now + times_.at_stop;
}

void StreamTable::say_last_words(Clock::time_point now) {
    std::vector<std::uint64_t> ids;
    ids.reserve(streams_.size());
    for (auto& [id, stream] : streams_) {
        // Whole events only: one that is cut off would swallow this one.
        if (stream.unsent.empty()) {
            stream.unsent = events::event_text("shutting_down", "{}");
        }
        stream.whole = true;
        ids.push_back(id);
    }
    for (const auto id : ids) {
        pump(id, now);
    }
}

std::vector<StreamTable::Ended> StreamTable::end_all() {
    accept_new(Clock::now());
    while (!streams_.empty()) {
        end(streams_.begin()->first, false);
    }
    return std::exchange(ended_, {});
}

void StreamTable::set_deadline(Stream& stream, Clock::time_point deadline) {
    const auto id = stream.connection->id();
    deadlines_.erase({stream.deadline, id});
    stream.deadline = deadline;
    deadlines_.emplace(deadline, id);
}

std::optional<StreamTable::Clock::time_point> StreamTable::earliest_deadline() const {
    return deadlines_.empty() ? std::nullopt : std::optional(deadlines_.begin()->first);
}

void StreamTable::end(std::uint64_t id, bool complete) {
    auto stream = streams_.extract(id);
    if (stream.empty()) {
        return;
    }
    deadlines_.erase({stream.mapped().deadline, id});
    ended_.push_back({std::move(stream.mapped().connection), complete});
    --size_;
}

}  // namespace gilscope::http
