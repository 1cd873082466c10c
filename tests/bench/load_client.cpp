#include "load_client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "answer_reader.h"
#include "system/file_descriptor.h"

namespace gilscope::laboratory {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

system::FileDescriptor connect_to(int port) {
    system::FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        fail("the load client cannot connect");
    }
    const int yes = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return socket;
}

bool send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// One load, from its first connection to its result.
class LoadRun {
  public:
    explicit LoadRun(const Load& load)
        : load_(load),
          epoll_(::epoll_create1(EPOLL_CLOEXEC)),
          timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
          slots_(static_cast<std::size_t>(load.connections)) {
        if (load.count > 0) {
            load_.warm_up = {};
        }
        watch(timer_.get(), slots_.size());
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
            open(slot);
        }
    }

    LoadResult run() {
        begun_ = Clock::now();
        counted_from_ = begun_ + load_.warm_up;
        end_ = load_.count > 0 ? Clock::time_point::max() : counted_from_ + load_.duration;
        send_what_is_due();
        while (!is_over()) {
            handle_events();
            send_what_is_due();
        }
        const auto ended = load_.count > 0 ? Clock::now() : end_;
        result_.seconds = std::chrono::duration<double>(ended - counted_from_).count();
        std::sort(result_.latencies_ns.begin(), result_.latencies_ns.end());
        return std::move(result_);
    }

  private:
    struct Slot {
        system::FileDescriptor socket;
        AnswerReader reader;
        bool busy = false;
        std::uint64_t number = 0;
        Clock::time_point start;  ///< meant or real, see LoadResult
    };

    bool is_open_loop() const { return load_.rate > 0; }

    Clock::time_point intended(std::uint64_t number) const {
        return begun_ + std::chrono::nanoseconds(
                            static_cast<std::int64_t>(static_cast<double>(number) * 1e9 / load_.rate));
    }

    bool is_over() const {
        const auto now = Clock::now();
        if (load_.count > 0) {
            return next_number_ >= load_.count && busy_ == 0;
        }
        // In an open loop all that were meant to be sent are waited for, or the slowest would not count.
        const auto patience = is_open_loop() && (busy_ > 0 || intended(next_number_) < end_)
                                  ? std::chrono::seconds(10)
                                  : std::chrono::seconds(0);
        return now >= end_ + patience;
    }

    bool is_due(std::uint64_t number, Clock::time_point now) const {
        if (load_.count > 0 && number >= load_.count) {
            return false;
        }
        return is_open_loop() ? intended(number) <= now && intended(number) < end_ : now < end_;
    }

    void watch(int fd, std::size_t slot) const {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = slot;
        if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
            fail("the load client cannot wait");
        }
    }

    void open(std::size_t slot) {
        slots_[slot].socket = connect_to(load_.port);
        slots_[slot].reader = {};
        watch(slots_[slot].socket.get(), slot);
        idle_.push_back(slot);
    }

    void send_what_is_due() {
        for (auto now = Clock::now(); !idle_.empty() && is_due(next_number_, now); now = Clock::now()) {
            const auto slot = idle_.back();
            idle_.pop_back();
            auto& [socket, reader, busy, number, start] = slots_[slot];
            number = next_number_++;
            busy = true;
            ++busy_;
            const auto request = load_.request(number);
            start = is_open_loop() ? intended(number) : Clock::now();
            if (!send_all(socket.get(), request)) {
                break_off(slot);
            }
        }
        if (is_open_loop() && !idle_.empty()) {
            wake_at(intended(next_number_));
        }
    }

    void wake_at(Clock::time_point time) const {
        const auto since =
            std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
        itimerspec when{};
        when.it_value = {static_cast<time_t>(since / 1'000'000'000),
                         static_cast<long>(since % 1'000'000'000)};
        ::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
    }

    void handle_events() {
        std::array<epoll_event, 64> events;
        const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 50);
        for (int i = 0; i < count; ++i) {
            const auto slot = static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64);
            if (slot < slots_.size()) {
                receive(slot);
            } else {
                std::uint64_t expirations = 0;
                [[maybe_unused]] const auto size = ::read(timer_.get(), &expirations, sizeof expirations);
            }
        }
    }

    void receive(std::size_t slot) {
        const auto size = ::recv(slots_[slot].socket.get(), buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (size <= 0) {
            break_off(slot);
            return;
        }
        const auto progress =
            slots_[slot].reader.receive(std::string_view(buffer_.data(), static_cast<std::size_t>(size)));
        if (progress == AnswerReader::Progress::complete) {
            count(slot);
        } else if (progress == AnswerReader::Progress::broken) {
            break_off(slot);
        }
    }

    void count(std::size_t slot) {
        const auto now = Clock::now();
        auto& [socket, reader, busy, number, start] = slots_[slot];
        if (load_.on_answer) {
            load_.on_answer(number, reader.status(), reader.body());
        }
        ++result_.all_answers;
        if (start >= counted_from_ && (is_open_loop() || now < end_)) {
            ++result_.statuses[reader.status()];
            result_.latencies_ns.push_back((now - start).count());
        }
        reader.next();
        busy = false;
        --busy_;
        idle_.push_back(slot);
    }

    void break_off(std::size_t slot) {
        ++result_.broken;
        busy_ -= slots_[slot].busy ? 1 : 0;
        slots_[slot].busy = false;
        std::erase(idle_, slot);
        open(slot);
    }

    Load load_;
    system::FileDescriptor epoll_;
    system::FileDescriptor timer_;
    std::vector<Slot> slots_;
    std::vector<std::size_t> idle_;
    std::size_t busy_ = 0;
    std::uint64_t next_number_ = 0;
    Clock::time_point begun_;
    Clock::time_point counted_from_;
    Clock::time_point end_;
    LoadResult result_;
    std::array<char, 65536> buffer_{};
};

}  // namespace

std::uint64_t LoadResult::refused() const {
    std::uint64_t count = 0;
    for (const auto& [status, answers_of_it] : statuses) {
        count += (status >= 200 && status < 300) || status == 304 ? 0 : answers_of_it;
    }
    return count;
}

double LoadResult::percentile_ms(double share) const {
    if (latencies_ns.empty()) {
        return 0;
    }
    const auto last = static_cast<double>(latencies_ns.size() - 1);
    return static_cast<double>(latencies_ns[static_cast<std::size_t>(share * last + 0.5)]) / 1e6;
}

LoadResult run_load(const Load& load) {
    return LoadRun(load).run();
}

std::string get_request(int port, std::string_view target) {
    return fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", target, port);
}

std::string json_request(int port, std::string_view method, std::string_view target, std::string_view body,
                         std::string_view headers) {
    return fmt::format(
        "{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: "
        "{}\r\n{}\r\n{}",
        method, target, port, body.size(), headers, body);
}

std::string text_of(const LoadResult& result) {
    return fmt::format("{:.0f}/s, p50 {:.2f} ms, p99 {:.2f} ms, {} refused, {} broken", result.per_second(),
                       result.percentile_ms(0.5), result.percentile_ms(0.99), result.refused(),
                       result.broken);
}

}  // namespace gilscope::laboratory
