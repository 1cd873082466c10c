#include "http/connection_loop.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

namespace gilscope::http {

namespace {

using Clock = std::chrono::steady_clock;
using State = ConnectionTable::State;

// Ids of what is no connection.
constexpr std::uint64_t listener_id = 1;
constexpr std::uint64_t stop_id = 2;
constexpr std::uint64_t wake_id = 3;

// Descriptors for everything that is no client: engines, files, logs.
constexpr std::size_t other_files = 256;

}  // namespace

std::size_t raise_open_file_limit(std::size_t wanted) {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return wanted;
    }
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return static_cast<std::size_t>(limit.rlim_cur);
}

ConnectionLoop::ConnectionLoop(const LoopOptions& options, Application& application, ExchangeLog* exchanges)
    : options_(options),
      application_(application),
      exchanges_(exchanges),
      listener_(options.host, options.port, options.backlog),
      streams_(options.streams, poller_, wake_signal_),
      workers_(options.max_workers) {
    const auto limit = raise_open_file_limit(options.max_connections + other_files);
    const auto room = limit > 2 * other_files ? limit - other_files : limit / 2;
    options_.max_connections = std::max<std::size_t>(1, std::min(options.max_connections, room));
    poller_.add_permanent(listener_.fd(), listener_id);
    poller_.add_permanent(stop_signal_.fd(), stop_id);
    poller_.add_permanent(wake_signal_.fd(), wake_id);
}

ConnectionLoop::~ConnectionLoop() {
    stop();
}

void ConnectionLoop::stop() {
    if (stopping_.exchange(true)) {
        return;
    }
    stop_signal_.raise();
    for (const auto& connection : table_.busy()) {
        connection->hang_up();
    }
}

void ConnectionLoop::run() {
    while (!is_stopping()) {
        handle_events(std::nullopt);
    }
    poller_.remove(stop_signal_.fd());
    poller_.remove(listener_.fd());
    listening_ = false;
    listen_again_.reset();
    listener_.close();
    finish_requests();
    workers_.finish();
    for (const auto& ended : streams_.end_all()) {
        tell_finished(*ended.connection, false);
        close(*ended.connection);
    }
    give_up_unanswered();
    table_.take_all_idle();
}

/// What the end of the server's patience leaves behind.
void ConnectionLoop::give_up_unanswered() {
    for (const auto& connection : table_.take_all_unanswered()) {
        finish_answer(connection, false);
    }
}

void ConnectionLoop::finish_requests() {
    constexpr std::chrono::milliseconds look_again{10};
    const auto last = Clock::now() + options_.grace;
    streams_.end_soon(Clock::now());
    for (;;) {
        table_.take_all_idle();
        if (table_.size() == 0 || Clock::now() >= last) {
            break;
        }
        handle_events(look_again);
    }
    for (const auto& connection : table_.busy()) {
        connection->break_off();
    }
}

std::optional<Clock::time_point> ConnectionLoop::next_deadline(
    std::optional<std::chrono::milliseconds> at_most) const {
    auto deadline = table_.earliest_deadline();
    const auto latest = at_most ? std::optional(Clock::now() + *at_most) : std::nullopt;
    for (const auto& other : {listen_again_, streams_.earliest_deadline(), latest}) {
        if (other) {
            deadline = std::min(deadline.value_or(*other), *other);
        }
    }
    return deadline;
}

void ConnectionLoop::handle_events(std::optional<std::chrono::milliseconds> at_most) {
    for (const auto& event : poller_.wait(next_deadline(at_most))) {
        handle_event(event);
    }
    settle_streams();
    expire();
}

void ConnectionLoop::handle_event(const Poller::Event& event) {
    if (event.id == listener_id) {
        accept_all();
    } else if (event.id == wake_id) {
        wake_signal_.clear();
    } else if (event.id >= ConnectionTable::first_id) {
        const auto claim = table_.claim(event.id);
        if (claim.connection == nullptr) {
            return;
        }
        if (claim.state == State::draining) {
            drain(claim.connection);
        } else if (claim.state == State::streaming) {
            streams_.handle_event(event);
        } else if (claim.state != State::busy && claim.state != State::delayed) {
            workers_.submit([this, connection = claim.connection] { serve(connection); });
        } else if (event.hang_up) {
            claim.connection->hang_up();
        }
    }
}

void ConnectionLoop::accept_all() {
    // A bounded number at a time: a flood of newcomers must not keep the clients waiting that are here.
    constexpr int at_a_time = 64;
    for (int i = 0; i < at_a_time && listening_; ++i) {
        std::optional<Listener::Accepted> accepted;
        const auto outcome = listener_.accept(accepted);
        if (outcome == Listener::Outcome::out_of_resources) {
            // The listener stays readable: asked again at once, it would take a whole CPU.
            poller_.remove(listener_.fd());
            listen_again_ = Clock::now() + std::chrono::milliseconds(50);
            return;
        }
        if (!accepted) {
            return;
        }
        if (!make_room()) {
            turn_away(*accepted);
            continue;
        }
        const auto connection = table_.add(std::move(accepted->socket), std::move(accepted->client));
        if (!poller_.add(connection->fd(), connection->id(), Poller::Watch::input)) {
            table_.remove(connection->id());
        }
    }
}

bool ConnectionLoop::make_room() {
    while (table_.size() >= options_.max_connections) {
        const auto evicted = table_.evict();
        if (evicted == nullptr) {
            return false;
        }
        poller_.remove(evicted->fd());
    }
    return true;
}

/// Every connection is being answered: nobody can be sent away for this one.
void ConnectionLoop::turn_away(Listener::Accepted& accepted) {
    Connection connection(0, std::move(accepted.socket), std::move(accepted.client));
    const FramingError full{503, "busy", "too many connections are being answered"};
    const auto response = application_.refuse_framing(full, connection.client());
    const auto bytes = serialize(response);
    const bool sent = connection.send_some(bytes) == bytes.size();
    Request request;
    request.client = connection.client();
    request.id = response.headers.find("X-Request-Id").value_or("");
    application_.finished(request,
                          {.status = full.status, .bytes = connection.answer_size(), .complete = sent});
    // Else what has arrived already would reset the connection, and the answer with it.
    connection.end_output();
    connection.drain(options_.drain_bytes);
}

void ConnectionLoop::expire() {
    const auto now = Clock::now();
    if (listen_again_ && *listen_again_ <= now) {
        listen_again_.reset();
        poller_.add_permanent(listener_.fd(), listener_id);
    }
    for (const auto& claim : table_.take_expired(now)) {
        if (claim.state == State::draining) {
            poller_.remove(claim.connection->fd());
            continue;
        }
        if (claim.state == State::delayed) {
            // Here and now: a worker would have to be woken first.
            settle(claim.connection, deliver(claim.connection));
            continue;
        }
        // The worker finds that it is too late, and says so.
        workers_.submit([this, connection = claim.connection] { serve(connection); });
    }
}

void ConnectionLoop::settle_streams() {
    for (const auto& ended : streams_.advance(Clock::now())) {
        tell_finished(*ended.connection, ended.complete);
        if (ended.complete) {
            close_gently(*ended.connection);
        } else {
            close(*ended.connection);
        }
    }
}

void ConnectionLoop::drain(const ConnectionTable::Pointer& connection) {
    if (connection->drain(options_.drain_bytes)) {
        close(*connection);
    } else {
        poller_.change(connection->fd(), connection->id(), Poller::Watch::input);
    }
}

void ConnectionLoop::park(Connection& connection) {
    if (connection.buffered().empty()) {
        table_.park(connection, State::silent);
    } else {
        const auto deadline = connection.first_byte_at() + options_.request_time;
        table_.park(connection, State::partial, deadline);
        wake_for(deadline);
    }
    poller_.change(connection.fd(), connection.id(), Poller::Watch::input);
}

void ConnectionLoop::close(Connection& connection) {
    poller_.remove(connection.fd());
    table_.remove(connection.id());
}

/// A socket that is closed while bytes wait in it resets the connection, and the reset may overtake the
/// answer.
void ConnectionLoop::close_gently(Connection& connection) {
    connection.end_output();
    if (connection.drain(options_.drain_bytes)) {
        close(connection);
        return;
    }
    const auto deadline = Clock::now() + options_.drain_time;
    table_.park(connection, State::draining, deadline);
    wake_for(deadline);
    poller_.change(connection.fd(), connection.id(), Poller::Watch::input);
}

void ConnectionLoop::wake_for(Clock::time_point deadline) {
    // Only if the thread of run() might sleep past it.
    if (table_.earliest_deadline() == deadline) {
        wake_signal_.raise();
    }
}

}  // namespace gilscope::http
