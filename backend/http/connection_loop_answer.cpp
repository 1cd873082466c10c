// How a worker answers one request: part of connection_loop.h.

#include <utility>

#include "http/connection_loop.h"
#include "http/exchange_log.h"

namespace gilscope::http {

namespace {

using Clock = std::chrono::steady_clock;

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
    ExchangeCaller caller(*this, connection);
    request.caller = &caller;
    bool last = !head.keep_alive;
    std::optional<EventStream> events;
    Delivery delivery;
    const bool sent = core_.exchange(connection, head, [&] {
        auto response = application_.answer(request);
        events = response.events;
        // Its end is the end of the stream.
        last = last || response.close || is_stopping() || events;
        response.close = last;
        delivery.status = response.status;
        begin_answer(connection, request, response, connection.buffered().substr(0, size));
        return response;
    });
    delivery.complete = sent;
    delivery.took = Clock::now() - begun;
    finish_answer(connection, request, delivery);
    if (!events) {
        connection.record(nullptr);
    }
    connection.consume(size);
    connection.told_to_continue = false;
    if (!sent) {
        return Next::close;
    }
    if (events) {
        table_.park(connection, ConnectionTable::State::streaming);
        streams_.begin(pointer, std::move(*events));
        return Next::handed_over;
    }
    return last ? Next::close_gently : Next::linger;
}

ConnectionLoop::Next ConnectionLoop::grant_body(Connection& connection, const RequestHead& head) {
    auto request = request_of(connection, head);
    if (auto refusal = application_.refuse(request)) {
        // The client may send the body all the same: where the next request begins can't be known.
        refusal->close = true;
        begin_answer(connection, request, *refusal, connection.buffered());
        const bool sent = connection.send_all(serialize(*refusal));
        finish_answer(connection, request, {.status = refusal->status, .complete = sent});
        return Next::close_gently;
    }
    connection.told_to_continue = true;
    connection.begin_answer(options_.reading);
    return connection.send_all(go_on) ? Next::go_on : Next::close;
}

ConnectionLoop::Next ConnectionLoop::refuse(Connection& connection, const FramingError& error) {
    const auto response = application_.refuse_framing(error, connection.client());
    Request request;
    request.client = connection.client();
    request.id = response.headers.find("X-Request-Id").value_or("");
    begin_answer(connection, request, response, connection.buffered());
    const bool sent = connection.send_all(serialize(response));
    finish_answer(connection, request, {.status = response.status, .complete = sent});
    return Next::close_gently;
}

void ConnectionLoop::begin_answer(Connection& connection, const Request& request, const Response& response,
                                  std::string_view received) {
    connection.begin_answer(options_.reading);
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

void ConnectionLoop::finish_answer(Connection& connection, const Request& request, Delivery delivery) {
    delivery.bytes = connection.answer_size();
    application_.finished(request, delivery);
}

}  // namespace gilscope::http
