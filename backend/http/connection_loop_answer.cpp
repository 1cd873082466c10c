// How a worker answers one request: part of connection_loop.h.

#include <utility>

#include "http/connection_loop.h"
#include "http/exchange_log.h"

namespace gilscope::http {

namespace {

using Clock = std::chrono::steady_clock;
using State = ConnectionTable::State;

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

Request request_of(const Connection& connection, const RequestHead& head) {
    Request request;
    request.method = head.method;
    request.target = head.target;
    request.host = head.host;
    request.headers = head.headers;
    request.client = connection.client();
    return request;
}

/// What is known of an exchange whose answer is `response`.
ExchangeFacts facts_of(const Connection& connection, const Request& request, const Response& response) {
    const auto since = Clock::now() - connection.first_byte_at();
    return {.id = request.id,
            .client = request.client,
            .method = request.method,
            .target = request.target,
            .status = response.status,
            .started_at = std::chrono::system_clock::now() -
                          std::chrono::duration_cast<std::chrono::system_clock::duration>(since)};
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

ConnectionLoop::Next ConnectionLoop::answer(const ConnectionTable::Pointer& pointer,
                                            const RequestHead& head) {
    auto& connection = *pointer;
    const auto begun = Clock::now();
    const auto size = head.size + head.content_length;
    auto request = request_of(connection, head);
    request.body = connection.buffered().substr(head.size, head.content_length);
    auto response = ask(connection, head, request);
    auto events = std::move(response.events);
    // Its end is the end of the stream.
    response.close = response.close || !head.keep_alive || is_stopping() || events;
    begin_answer(connection, request, response, connection.buffered().substr(0, size));
    const auto due = response.not_before;
    connection.exchange = std::make_unique<Exchange>(Exchange{.request = std::move(request),
                                                              .answer = {head, response},
                                                              .status = response.status,
                                                              .size = size,
                                                              .last = response.close,
                                                              .begun = begun,
                                                              .events = std::move(events)});
    return due ? wait_until_due(connection, *due) : deliver(pointer);
}

/// What the handler says. Its caller is gone afterwards: the connection may soon be in other hands.
Response ConnectionLoop::ask(Connection& connection, const RequestHead& head, Request& request) {
    ExchangeCaller caller(*this, connection);
    request.caller = &caller;
    auto response = core_.answer(head, [&] { return application_.answer(request); });
    request.caller = nullptr;
    return response;
}

ConnectionLoop::Next ConnectionLoop::wait_until_due(Connection& connection, Clock::time_point due) {
    table_.park(connection, State::delayed, due);
    wake_for(due);
    return Next::handed_over;
}

/// Sends what its client takes of a connection's answer.
ConnectionLoop::Next ConnectionLoop::deliver(const ConnectionTable::Pointer& pointer) {
    const auto progress = pointer->exchange->answer.send(*pointer);
    if (progress == OutgoingAnswer::Progress::client_is_slow && Clock::now() < pointer->reading_deadline()) {
        return wait_for_client(*pointer);
    }
    return finish_answer(pointer, progress == OutgoingAnswer::Progress::complete);
}

ConnectionLoop::Next ConnectionLoop::wait_for_client(Connection& connection) {
    const auto deadline = connection.reading_deadline();
    table_.park(connection, State::unread, deadline);
    wake_for(deadline);
    poller_.change(connection.fd(), connection.id(), Poller::Watch::room);
    return Next::handed_over;
}

ConnectionLoop::Next ConnectionLoop::finish_answer(const ConnectionTable::Pointer& pointer, bool complete) {
    auto& connection = *pointer;
    const bool last = connection.exchange->last;
    connection.consume(connection.exchange->size);
    connection.head_is_admitted = false;
    connection.told_to_continue = false;
    if (complete && connection.exchange->events) {
        table_.park(connection, State::streaming);
        streams_.begin(pointer, std::move(*connection.exchange->events));
        return Next::handed_over;
    }
    tell_finished(connection, complete);
    if (!complete) {
        return Next::close;
    }
    return last ? Next::close_gently : Next::linger;
}

void ConnectionLoop::tell_finished(Connection& connection, bool complete) {
    const auto exchange = std::move(connection.exchange);
    application_.finished(exchange->request, {.status = exchange->status,
                                              .bytes = connection.answer_size(),
                                              .took = Clock::now() - exchange->begun,
                                              .complete = complete});
    connection.record(nullptr);
}

/// A head whose body isn't there yet: waiting for a body that nobody will read would cost memory and time.
ConnectionLoop::Next ConnectionLoop::admit(const ConnectionTable::Pointer& pointer, const RequestHead& head) {
    auto& connection = *pointer;
    auto request = request_of(connection, head);
    if (auto refusal = application_.refuse(request)) {
        // The client may send the body all the same: where the next request begins can't be known.
        refusal->close = true;
        return send_last(pointer, std::move(request), *refusal);
    }
    connection.head_is_admitted = true;
    if (!head.expects_continue) {
        return wait_for_more(pointer);
    }
    connection.told_to_continue = true;
    connection.begin_answer(options_.reading);
    // So short a line only finds no room if the client leaves earlier answers unread.
    return connection.send_some(go_on) == go_on.size() ? Next::go_on : Next::close;
}

ConnectionLoop::Next ConnectionLoop::refuse(const ConnectionTable::Pointer& pointer,
                                            const FramingError& error) {
    const auto response = application_.refuse_framing(error, pointer->client());
    Request request;
    request.method = error.method;
    request.target = error.target;
    request.headers = error.headers;
    request.client = pointer->client();
    request.id = response.headers.find("X-Request-Id").value_or("");
    return send_last(pointer, std::move(request), response);
}

/// An answer after which nothing else is understood.
ConnectionLoop::Next ConnectionLoop::send_last(const ConnectionTable::Pointer& pointer, Request request,
                                               const Response& response) {
    begin_answer(*pointer, request, response, pointer->buffered());
    OutgoingAnswer answer(serialize(response, request.method != "HEAD"));
    pointer->exchange = std::make_unique<Exchange>(Exchange{.request = std::move(request),
                                                            .answer = std::move(answer),
                                                            .status = response.status,
                                                            .last = true,
                                                            .begun = Clock::now()});
    return deliver(pointer);
}

void ConnectionLoop::begin_answer(Connection& connection, const Request& request, const Response& response,
                                  std::string_view received) {
    connection.begin_answer(options_.reading, response.not_before.value_or(Clock::now()));
    if (exchanges_ == nullptr || !response.is_recorded) {
        return;
    }
    auto recording = exchanges_->begin(facts_of(connection, request, response), received);
    if (connection.told_to_continue) {
        const auto hold = recording->hold();
        recording->add_sent(go_on);
    }
    connection.record(std::move(recording));
}

}  // namespace gilscope::http
