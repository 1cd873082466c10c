#include "http/event_stream.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "http/message.h"

namespace gilscope::http {

Response event_stream_response(EventStream stream) {
    Response response;
    response.headers.add("Content-Type", "text/event-stream");
    // Proxies that collect answers before they pass them on would hold back every event.
    response.headers.add("X-Accel-Buffering", "no");
    response.events = std::move(stream);
    return response;
}

std::optional<std::uint64_t> last_event_id(const Request& request) {
    const auto text = request.headers.find("Last-Event-ID");
    if (!text) {
        return std::nullopt;
    }
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), id);
    const bool whole = error == std::errc{} && end == text->data() + text->size();
    return whole ? id : UINT64_MAX;
}

std::shared_ptr<void> StreamPermits::take() {
    if (taken_->fetch_add(1) >= most_) {
        taken_->fetch_sub(1);
        return nullptr;
    }
    return {taken_.get(), [count = taken_](void*) { count->fetch_sub(1); }};
}

}  // namespace gilscope::http
