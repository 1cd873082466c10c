// The server's connections: rates beside cpp-httplib's own loop, silent clients, sleepers, event streams,
// stops.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "benchmarks.h"
#include "http_servers.h"
#include "laboratory.h"
#include "load_client.h"
#include "machine/own_usage.h"
#include "server_process.h"
#include "system/file_descriptor.h"

namespace gilscope::laboratory {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int busy_connections = 16;

system::FileDescriptor connect_to(int port) {
    system::FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
        throw std::system_error(errno, std::generic_category(), "connect");
    }
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    return socket;
}

/// Sends, and reads once: enough to know that an answer has begun.
bool ask(const system::FileDescriptor& socket, const std::string& request) {
    std::array<char, 4096> answer{};
    return ::send(socket.get(), request.data(), request.size(), MSG_NOSIGNAL) > 0 &&
           ::recv(socket.get(), answer.data(), answer.size(), 0) > 0;
}

std::vector<system::FileDescriptor> open_connections(int port, int count, const std::string& request = {}) {
    std::vector<system::FileDescriptor> connections;
    connections.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        connections.push_back(connect_to(port));
        if (!request.empty() && !ask(connections.back(), request)) {
            throw std::runtime_error("a connection was not answered");
        }
    }
    return connections;
}

LoadResult get(int port, const std::string& target, int connections, std::chrono::milliseconds duration) {
    Load load;
    load.port = port;
    load.connections = connections;
    load.duration = duration;
    load.request = [request = get_request(port, target)](std::uint64_t) { return request; };
    auto result = run_load(load);
    if (result.refused() + result.broken > 0) {
        fmt::print("  {}\n", text_of(result));
    }
    return result;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Median rates of several, in turns, so that what else the machine does falls on all of them alike.
std::vector<double> rates_in_turns(const std::vector<std::function<double()>>& candidates, int turns) {
    std::vector<std::vector<double>> rates(candidates.size());
    for (int turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            rates[i].push_back(candidates[i]());
        }
    }
    std::vector<double> medians;
    medians.reserve(rates.size());
    for (const auto& each : rates) {
        medians.push_back(median(each));
    }
    return medians;
}

double health_rate(int port) {
    return get(port, "/api/health", busy_connections, std::chrono::seconds(2)).per_second();
}

void raise_file_limit() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// From the start of connecting to the answer, in milliseconds, ascending.
std::vector<double> newcomers(int port, int count) {
    std::vector<double> took;
    took.reserve(static_cast<std::size_t>(count));
    const auto request = get_request(port, "/api/health");
    for (int i = 0; i < count; ++i) {
        const auto begun = Clock::now();
        const auto socket = connect_to(port);
        ask(socket, request);
        took.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
    }
    std::sort(took.begin(), took.end());
    return took;
}

}  // namespace

void http_rate() {
    const StockServer stock(busy_connections);
    const OwnServer own;
    const ServerProcess whole;
    const auto rates =
        rates_in_turns({[&] { return health_rate(stock.port()); }, [&] { return health_rate(own.port()); },
                        [&] { return health_rate(whole.port()); }},
                       5);
    print_goal(
        "GET /api/health, 16 connections, against a bare handler on cpp-httplib's own loop, at least as many",
        fmt::format("{:.0f}/s against {:.0f}/s = {:.1f} %; gilscope serve {:.0f}/s", rates[1], rates[0],
                    100 * rates[1] / rates[0], rates[2]),
        rates[1] >= rates[0]);
}

void http_silent() {
    raise_file_limit();
    const ServerProcess alone;
    const ServerProcess crowded({"--db", ":memory:", "--max-connections", "4096"});
    const auto request = get_request(crowded.port(), "/api/health");
    auto silent = open_connections(crowded.port(), 1800, request);
    for (auto& fresh : open_connections(crowded.port(), 200)) {  // these never say anything
        silent.push_back(std::move(fresh));
    }
    const auto rates = rates_in_turns(
        {[&] { return health_rate(alone.port()); }, [&] { return health_rate(crowded.port()); }}, 3);
    print_goal(
        "beside 2000 silent connections, at least 95 % of the rate without them",
        fmt::format("{:.0f}/s against {:.0f}/s = {:.1f} %", rates[1], rates[0], 100 * rates[1] / rates[0]),
        rates[1] >= 0.95 * rates[0]);
    const auto took = newcomers(crowded.port(), 500);
    print_goal("a newcomer beside them, worst of 500, under 50 ms",
               fmt::format("median {:.2f} ms, worst {:.2f} ms", took[250], took.back()), took.back() < 50);
    const double memory = crowded.memory_mib("VmRSS") - alone.memory_mib("VmRSS");
    fmt::print("memory for 2000 silent connections: {:.1f} MiB\n", memory);
}

void http_idle() {
    const ServerProcess server;
    const auto idle = open_connections(server.port(), 200, get_request(server.port(), "/api/health"));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const double before = server.cpu_seconds();
    std::this_thread::sleep_for(std::chrono::seconds(10));
    const double share = (server.cpu_seconds() - before) / 10;
    print_goal("CPU of a server with 200 idle connections, at most 1 % of a core",
               fmt::format("{:.2f} %", 100 * share), share <= 0.01);
}

void http_slow() {
    for (const int connections : {200, 500}) {
        const ServerProcess server;
        const auto result = get(server.port(), "/api/slow?ms=50", connections, std::chrono::seconds(5));
        const double ideal = connections / 0.05;
        print_goal(fmt::format("/api/slow?ms=50, {} connections, at least 97 % of {:.0f}/s, none refused",
                               connections, ideal),
                   fmt::format("{} = {:.1f} %", text_of(result), 100 * result.per_second() / ideal),
                   result.per_second() >= 0.97 * ideal && result.refused() + result.broken == 0);
    }
}

void http_streams() {
    raise_file_limit();
    constexpr int count = 200;
    // More than a live run sends: a round of all cells lasts a second, and has three.
    constexpr std::chrono::milliseconds event_interval{250};
    const OwnServer alone;
    OwnServer server;
    for (const auto port : {alone.port(), server.port()}) {
        health_rate(port);  // threads and buffers that are there anyway
    }
    const auto before = machine::own_resident_bytes();
    const auto streams = open_connections(server.port(), count, get_request(server.port(), "/api/events"));
    while (server.stream_count() < count) {
        std::this_thread::yield();
    }
    const double each = static_cast<double>(machine::own_resident_bytes() - before) / count / 1024;
    print_goal("memory of an event stream, at most 100 KiB", fmt::format("{:.1f} KiB", each), each <= 100);

    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> received{0};
    std::thread reader([&] {
        std::vector<pollfd> watched;
        for (const auto& stream : streams) {
            watched.push_back({stream.get(), POLLIN, 0});
        }
        std::array<char, 65536> bytes;
        while (!over) {
            ::poll(watched.data(), watched.size(), 100);
            for (const auto& each_stream : watched) {
                const auto size = (each_stream.revents & POLLIN) != 0
                                      ? ::recv(each_stream.fd, bytes.data(), bytes.size(), MSG_DONTWAIT)
                                      : 0;
                received += static_cast<std::uint64_t>(std::max<ssize_t>(size, 0));
            }
        }
    });
    std::uint64_t events = 0;
    std::atomic<bool> streaming{false};  // only while the server is measured that has the streams
    std::thread writer([&] {
        const std::string data(200, 'x');
        for (; !over; std::this_thread::sleep_for(event_interval)) {
            if (streaming) {
                server.log().publish("round", data);
                ++events;
            }
        }
    });
    const auto rates = rates_in_turns({[&] {
                                           streaming = false;
                                           return health_rate(alone.port());
                                       },
                                       [&] {
                                           streaming = true;
                                           return health_rate(server.port());
                                       }},
                                      9);
    over = true;
    reader.join();
    writer.join();
    print_goal("16 busy clients beside 200 streams with 4 events a second each, at least 95 % of their rate",
               fmt::format("{:.0f}/s against {:.0f}/s = {:.1f} %; {} events, {:.1f} MB read, {} streams left",
                           rates[1], rates[0], 100 * rates[1] / rates[0], events,
                           static_cast<double>(received.load()) / 1e6, server.stream_count()),
               rates[1] >= 0.95 * rates[0] && server.stream_count() == count);
}

void http_stop(int runs) {
    int good = 0;
    double worst = 0;
    for (int run = 0; run < runs; ++run) {
        ServerProcess server;
        std::thread load([port = server.port()] {
            try {
                get(port, "/api/slow?ms=5", busy_connections, std::chrono::seconds(2));
            } catch (const std::exception&) {
                // it can't connect any more: that is what this is about
            }
        });
        const auto benchmark = connect_to(server.port());
        const auto request = get_request(server.port(), "/api/benchmark?workers=2&repeats=6");
        ::send(benchmark.get(), request.data(), request.size(), MSG_NOSIGNAL);
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        const auto begun = Clock::now();
        const int status = server.stop();
        const double took = std::chrono::duration<double>(Clock::now() - begun).count();
        worst = std::max(worst, took);
        good += status == 0 && took < 2 ? 1 : 0;
        load.join();
    }
    print_goal("SIGTERM under load with a benchmark at work: exit status 0 within 2 s, each time",
               fmt::format("{} of {}, worst {:.2f} s", good, runs, worst), good == runs);
}

}  // namespace gilscope::laboratory
