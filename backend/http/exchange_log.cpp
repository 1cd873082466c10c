#include "http/exchange_log.h"

#include <algorithm>
#include <utility>

namespace gilscope::http {

Recording::Recording(ExchangeFacts facts, std::string_view received, std::size_t most, Room room)
    : facts_(std::move(facts)), most_(most), room_(std::move(room)) {
    keep(received_, received, most_);
}

Recording::~Recording() {
    room_->fetch_add(static_cast<std::int64_t>(received_.kept.size() + sent_.kept.size()));
}

void Recording::keep(RecordedBytes& into, std::string_view bytes, std::size_t most) const {
    // What follows a gap is not kept, though there may be room for it.
    const auto wanted = into.is_truncated() ? 0 : std::min(bytes.size(), most - into.kept.size());
    into.count += bytes.size();
    const auto size = static_cast<std::int64_t>(wanted);
    if (size == 0) {
        return;
    }
    if (room_->fetch_sub(size) < size) {
        room_->fetch_add(size);
        return;
    }
    into.kept += bytes.substr(0, wanted);
}

void Recording::add_sent(std::string_view bytes) {
    keep(sent_, bytes, stopped_ ? 0 : most_);
    duration_ = std::chrono::system_clock::now() - facts_.started_at;
}

void Recording::stop() {
    const auto lock = hold();
    stopped_ = true;
    room_->fetch_add(static_cast<std::int64_t>(sent_.kept.size()));
    std::string().swap(sent_.kept);
}

Recording::Sent Recording::sent() const {
    const auto lock = hold();
    return {sent_, duration_};
}

std::shared_ptr<Recording> ExchangeLog::begin(ExchangeFacts facts, std::string_view received) {
    const std::lock_guard lock(mutex_);
    // Room for this request and some of its answer.
    const auto wanted = 2 * static_cast<std::int64_t>(std::min(received.size(), limits_.bytes_each_way));
    while (!recordings_.empty() &&
           (recordings_.size() >= limits_.exchanges || room_->load() < wanted + limits_.bytes_in_all / 8)) {
        forget_oldest();
    }
    auto recording = std::make_shared<Recording>(std::move(facts), received, limits_.bytes_each_way, room_);
    recordings_.push_back(recording);
    return recording;
}

void ExchangeLog::forget_oldest() {
    recordings_.front()->stop();  // an event stream may go on for long
    recordings_.pop_front();
}

std::shared_ptr<const Recording> ExchangeLog::find(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    // Asked rarely, filled with every request: no index.
    const auto found = std::find_if(recordings_.rbegin(), recordings_.rend(),
                                    [&](const auto& recording) { return recording->facts().id == id; });
    return found == recordings_.rend() ? nullptr : *found;
}

std::shared_ptr<const Recording> ExchangeLog::preflight_of(const Recording& exchange) const {
    const auto& later = exchange.facts();
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(recordings_.rbegin(), recordings_.rend(), [&](const auto& recording) {
        const auto& facts = recording->facts();
        return facts.method == "OPTIONS" && later.method != "OPTIONS" && facts.target == later.target &&
               facts.client == later.client && facts.started_at <= later.started_at;
    });
    return found == recordings_.rend() ? nullptr : *found;
}

}  // namespace gilscope::http
