// What a worker does with a connection, up to a whole request: part of connection_loop.h.

#include <cstdint>

#include "http/connection_loop.h"

namespace gilscope::http {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view empty_line = "\r\n";

FramingError too_late() {
    return {400, "bad_request", "the request did not arrive in the time allowed"};
}

}  // namespace

void ConnectionLoop::serve(const ConnectionTable::Pointer& connection) {
    auto next = Next::go_on;
    while (next == Next::go_on || next == Next::linger) {
        // After an answer there is mostly nothing yet: asking for it first would be a wasted system call.
        const bool waits = next == Next::linger && connection->buffered().empty();
        next = waits ? linger(*connection) : step(connection);
    }
    settle(connection, next);
}

void ConnectionLoop::settle(const ConnectionTable::Pointer& connection, Next next) {
    if (next == Next::handed_over) {
        return;
    }
    if (next == Next::linger && !connection->buffered().empty()) {
        workers_.submit([this, connection] { serve(connection); });
    } else if ((next == Next::park || next == Next::linger) && !is_stopping()) {
        park(*connection);
    } else if (next == Next::close_gently) {
        close_gently(*connection);
    } else {
        close(*connection);
    }
}

ConnectionLoop::Next ConnectionLoop::step(const ConnectionTable::Pointer& pointer) {
    auto& connection = *pointer;
    if (connection.exchange != nullptr) {
        return deliver(pointer);
    }
    if (connection.buffered() == empty_line) {
        connection.consume(empty_line.size());  // before a request it means nothing, so no request has begun
    }
    if (connection.buffered().empty()) {
        return wait_for_more(pointer);
    }
    auto limits = options_.limits;
    limits.body = SIZE_MAX;  // depends on the route: below
    const auto reading = read_head(connection.buffered(), limits);
    if (const auto* error = std::get_if<FramingError>(&reading)) {
        return refuse(pointer, *error);
    }
    const auto* head = std::get_if<RequestHead>(&reading);
    if (head == nullptr) {
        return wait_for_more(pointer);
    }
    if (head->content_length > options_.limits.body) {
        const auto limit = application_.largest_body(*head);
        if (head->content_length > limit) {
            return refuse(pointer, with_head(body_too_large(limit), *head));
        }
    }
    if (connection.buffered().size() >= head->size + head->content_length) {
        return answer(pointer, *head);
    }
    return connection.head_is_admitted ? wait_for_more(pointer) : admit(pointer, *head);
}

ConnectionLoop::Next ConnectionLoop::wait_for_more(const ConnectionTable::Pointer& pointer) {
    auto& connection = *pointer;
    // Asked here as well as of parked connections: one that trickles fast enough is never parked.
    const bool begun = !connection.buffered().empty();
    if (begun && Clock::now() >= connection.first_byte_at() + options_.request_time) {
        return refuse(pointer, too_late());
    }
    const auto received = connection.receive();
    if (received == Connection::Received::nothing_yet) {
        return linger(connection);
    }
    return received == Connection::Received::end ? Next::close : Next::go_on;
}

ConnectionLoop::Next ConnectionLoop::linger(Connection& connection) {
    if (workers_.is_short_of_threads() || !connection.wait_for_input(options_.linger, stop_signal_.fd())) {
        return Next::park;
    }
    return connection.receive() == Connection::Received::end ? Next::close : Next::go_on;
}

}  // namespace gilscope::http
