#include "http/server.h"

#include <fmt/format.h>

#include "http/connection_loop.h"
#include "http/route_tasks.h"
#include "http/site.h"

namespace gilscope::http {

namespace {

RouteTable all_routes(const ServerOptions& options, const Services& services, tasks::TaskStore& tasks,
                      runs::RunQueue& queue) {
    RouteTable table;
    add_health_route(table, services);
    add_machine_route(table);
    add_slow_routes(table, SleepersAtStop::finish);
    add_benchmark_route(table, services, queue, options.benchmark_limit);
    add_interpreters_route(table, services);
    add_workloads_route(table, services);
    add_task_routes(table, tasks);
    return table;
}

SiteOptions site_options(const ServerOptions& options) {
    return {.cors_origin = options.cors_origin,
            .allowed_hosts = options.allowed_hosts,
            .page_directory = options.frontend_directory,
            .page_connects_to = options.page_connects_to,
            .access_log = options.access_log,
            .max_streams = options.max_streams};
}

LoopOptions loop_options(const ServerOptions& options) {
    LoopOptions loop;
    loop.host = options.host;
    loop.port = options.port;
    loop.backlog = options.listen_backlog;
    loop.max_connections = options.max_connections;
    return loop;
}

/// As it stands in a URL: brackets around an IPv6 address, a name that works for "any address".
std::string url_host(const std::string& host) {
    if (host.empty() || host == "0.0.0.0" || host == "localhost") {
        return "127.0.0.1";
    }
    if (host == "::") {
        return "[::1]";
    }
    return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

}  // namespace

/// In the order in which they stand on each other.
struct Server::Parts {
    Parts(const ServerOptions& options, const Services& services, tasks::TaskStore& tasks)
        : queue(options.queue),
          site(all_routes(options, services, tasks, queue), site_options(options)),
          loop(loop_options(options), site) {
        site.set_port(loop.port());
    }

    runs::RunQueue queue;
    Site site;
    ConnectionLoop loop;
};

Server::Server(ServerOptions options, Services services, tasks::TaskStore& tasks)
    : options_(std::move(options)), services_(std::move(services)), tasks_(tasks) {}

Server::~Server() = default;

void Server::start() {
    parts_ = std::make_unique<Parts>(options_, services_, tasks_);
}

void Server::run() {
    parts_->loop.run();
}

void Server::stop() {
    parts_->loop.stop();
}

int Server::port() const {
    return parts_->loop.port();
}

std::string Server::address() const {
    return fmt::format("http://{}:{}", url_host(options_.host), port());
}

}  // namespace gilscope::http
