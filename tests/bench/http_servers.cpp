#include "http_servers.h"

#include <httplib.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "http/connection_loop.h"
#include "http/errors.h"
#include "http/exchange_log.h"
#include "http/site.h"
#include "metrics/metrics.h"

namespace gilscope::laboratory {

namespace {

nlohmann::ordered_json health() {
    return {{"status", "ok"}, {"gil_enabled", true}, {"python", "3.13.5"}};
}

}  // namespace

struct StockServer::Parts {
    explicit Parts(int threads) {
        server.set_tcp_nodelay(true);
        server.set_keep_alive_max_count(1'000'000'000);
        server.new_task_queue = [threads] {
            return new httplib::ThreadPool(static_cast<std::size_t>(threads));
        };
        server.Get("/api/health", [](const httplib::Request&, httplib::Response& response) {
            response.set_content(health().dump(), "application/json; charset=utf-8");
        });
        port = server.bind_to_any_port("127.0.0.1");
        thread = std::thread([this] { server.listen_after_bind(); });
        while (!server.is_running()) {
            std::this_thread::yield();
        }
    }
    ~Parts() {
        server.stop();
        thread.join();
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    httplib::Server server;
    int port = 0;
    std::thread thread;
};

StockServer::StockServer(int threads) : parts_(std::make_unique<Parts>(threads)) {}
StockServer::~StockServer() = default;
int StockServer::port() const {
    return parts_->port;
}

struct OwnServer::Parts {
    Parts()
        : site(routes(), {.max_streams = 100'000, .metrics = &metrics}), loop(options(), site, &exchanges) {
        site.set_port(loop.port());
        thread = std::thread([this] { loop.run(); });
    }
    ~Parts() {
        log->finish();
        loop.stop();
        thread.join();
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    http::RouteTable routes() {
        http::RouteTable table;
        table.add({.method = "GET",
                   .pattern = "/api/health",
                   .handler = [](const http::Call&) { return http::json_response(health()); },
                   .any_host = true});
        table.add({.method = "GET",
                   .pattern = "/api/events",
                   .handler =
                       [this](const http::Call&) {
                           return http::event_stream_response({.log = log, .after = log->last_id()});
                       },
                   .allows_head = false,
                   .any_host = true});
        return table;
    }
    static http::LoopOptions options() {
        http::LoopOptions options;
        options.backlog = 1024;
        return options;
    }

    std::shared_ptr<events::EventLog> log = std::make_shared<events::EventLog>();
    http::ExchangeLog exchanges;
    metrics::Metrics metrics;
    http::Site site;
    http::ConnectionLoop loop;
    std::thread thread;
};

OwnServer::OwnServer() : parts_(std::make_unique<Parts>()) {}
OwnServer::~OwnServer() = default;
int OwnServer::port() const {
    return parts_->loop.port();
}
std::size_t OwnServer::stream_count() const {
    return parts_->loop.stream_count();
}
events::EventLog& OwnServer::log() {
    return *parts_->log;
}

}  // namespace gilscope::laboratory
