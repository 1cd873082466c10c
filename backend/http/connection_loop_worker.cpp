// What a worker does with a connection: connection_loop.h's other half.

#include <utility>

#include "http/connection_loop.h"

namespace gilscope::http {

namespace {

using Clock = std::chrono::steady_clock;

FramingError too_late() {
    return {400, "bad_request", "the request did not arrive in the time allowed"};
}

Request request_of(const Connection& connection, const RequestHead& head) {
    Request request;
    request.method = head.method;
    request.target = head.target;
    request.host = head.host;
    request.headers = head.headers;
    request.client = connection.client();
    return request;
}

}  // namespace

/// The client of one exchange, for its handler.
class ConnectionLoop::ExchangeCaller : public Caller {
  public:
    ExchangeCaller(ConnectionLoop& loop, Connection& connection) : loop_(loop), connection_(connection) {}
    ~ExchangeCaller() override {
        if (watched_) {
            connection_.forget_hang_up_token();
        }
    }
    ExchangeCaller(const ExchangeCaller&) = delete;
    ExchangeCaller& operator=(const ExchangeCaller&) = delete;

    std::stop_token watch() override {
        watched_ = true;
        auto token = connection_.new_hang_up_token();
        loop_.poller_.change(connection_.fd(), connection_.id(), Poller::Watch::hang_up);
        // stop() may have gone over the connections just before this one had a token.
        if (loop_.is_stopping()) {
            connection_.hang_up();
        }
        return token;
    }
    bool server_is_stopping() const override { return loop_.is_stopping(); }

  private:
    ConnectionLoop& loop_;
    Connection& connection_;
    bool watched_ = false;
};

void ConnectionLoop::serve(const ConnectionTable::Pointer& connection) {
    auto next = Next::go_on;
    while (next == Next::go_on) {
        next = step(connection);
    }
    settle(connection, next);
}

void ConnectionLoop::settle(const ConnectionTable::Pointer& connection, Next next) {
    if (next == Next::handed_over) {
        return;
    }
    if (next == Next::park && !is_stopping()) {
        park(*connection);
    } else if (next == Next::close_gently) {
        close_gently(*connection);
    } else {
        close(*connection);
    }
}

ConnectionLoop::Next ConnectionLoop::step(const ConnectionTable::Pointer& pointer) {
    auto& connection = *pointer;
    if (connection.buffered().empty()) {
        return wait_for_more(connection);
    }
    const auto reading = read_head(connection.buffered(), options_.limits);
    if (const auto* error = std::get_if<FramingError>(&reading)) {
        return refuse(connection, *error);
    }
    const auto* head = std::get_if<RequestHead>(&reading);
    if (head == nullptr) {
        return wait_for_more(connection);
    }
    if (connection.buffered().size() >= head->size + head->content_length) {
        return answer(pointer, *head);
    }
    if (head->expects_continue && !connection.told_to_continue) {
        return grant_body(connection, *head);
    }
    return wait_for_more(connection);
}

ConnectionLoop::Next ConnectionLoop::wait_for_more(Connection& connection) {
    // Asked here as well as of parked connections: one that trickles fast enough is never parked.
    const bool begun = !connection.buffered().empty();
    if (begun && Clock::now() >= connection.first_byte_at() + options_.request_time) {
        return refuse(connection, too_late());
    }
    auto received = connection.receive();
    if (received == Connection::Received::nothing_yet) {
        if (workers_.is_short_of_threads() ||
            !connection.wait_for_input(options_.linger, stop_signal_.fd())) {
            return Next::park;
        }
        received = connection.receive();
    }
    return received == Connection::Received::end ? Next::close : Next::go_on;
}

ConnectionLoop::Next ConnectionLoop::answer(const ConnectionTable::Pointer& pointer,
                                            const RequestHead& head) {
    auto& connection = *pointer;
    auto request = request_of(connection, head);
    request.body = connection.buffered().substr(head.size, head.content_length);
    ExchangeCaller caller(*this, connection);
    request.caller = &caller;
    bool last = !head.keep_alive;
    std::optional<EventStream> events;
    const bool sent = core_.exchange(connection, head, [&] {
        auto response = application_.answer(request);
        events = response.events;
        // Its end is the end of the stream.
        last = last || response.close || is_stopping() || events;
        response.close = last;
        return response;
    });
    connection.consume(head.size + head.content_length);
    connection.told_to_continue = false;
    if (!sent) {
        return Next::close;
    }
    if (events) {
        table_.park(connection, ConnectionTable::State::streaming);
        streams_.begin(pointer, std::move(*events));
        return Next::handed_over;
    }
    return last ? Next::close_gently : Next::go_on;
}

ConnectionLoop::Next ConnectionLoop::grant_body(Connection& connection, const RequestHead& head) {
    auto request = request_of(connection, head);
    if (auto refusal = application_.refuse(request)) {
        // The client may send the body all the same: where the next request begins can't be known.
        refusal->close = true;
        connection.send_all(serialize(*refusal));
        return Next::close_gently;
    }
    connection.told_to_continue = true;
    return connection.send_all("HTTP/1.1 100 Continue\r\n\r\n") ? Next::go_on : Next::close;
}

ConnectionLoop::Next ConnectionLoop::refuse(Connection& connection, const FramingError& error) {
    connection.send_all(serialize(application_.refuse_framing(error, connection.client())));
    return Next::close_gently;
}

}  // namespace gilscope::http
