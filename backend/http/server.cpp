#include "http/server.h"

#include "http/connection_loop.h"
#include "http/exchange_log.h"
#include "http/route_tasks.h"
#include "http/server_metrics.h"
#include "http/site.h"

namespace gilscope::http {

namespace {

SiteOptions site_options(const ServerOptions& options, metrics::Metrics& metrics) {
    return {.cors_origin = options.cors_origin,
            .allowed_hosts = options.allowed_hosts,
            .page_directory = options.frontend_directory,
            .page_connects_to = options.page_connects_to,
            .access_log = options.access_log,
            .max_streams = options.max_streams,
            .metrics = &metrics};
}

LoopOptions loop_options(const ServerOptions& options) {
    LoopOptions loop;
    loop.host = options.host;
    loop.port = options.port;
    loop.backlog = options.listen_backlog;
    loop.max_connections = options.max_connections;
    return loop;
}

}  // namespace

/// In the order in which they stand on each other.
struct Server::Parts {
    Parts(const ServerOptions& options, const Services& services, const Resources& resources)
        : site(routes(options, services, resources), site_options(options, metrics)),
          loop(loop_options(options), site, &exchanges) {
        site.set_port(loop.port());
        watch_server(metrics, loop, resources.runs.queue(), services.spawner);
    }

    RouteTable routes(const ServerOptions& options, const Services& services, const Resources& resources) {
        RouteTable table;
        add_health_route(table, services);
        add_machine_route(table);
        add_slow_routes(table);
        add_benchmark_route(table, services, resources.runs, options.benchmark_limit);
        add_interpreters_route(table, services);
        add_workloads_route(table, services);
        add_task_routes(table, resources.tasks);
        add_runs_routes(table, services, resources.runs);
        add_exchange_route(table, exchanges);
        add_metrics_route(table, metrics);
        add_page_configuration_route(table, {});
        add_openapi_route(table);
        return table;
    }

    ExchangeLog exchanges;
    metrics::Metrics metrics;
    Site site;
    ConnectionLoop loop;
};

Server::Server(ServerOptions options, Services services, Resources resources)
    : options_(std::move(options)), services_(std::move(services)), resources_(resources) {}

Server::~Server() = default;

void Server::start() {
    parts_ = std::make_unique<Parts>(options_, services_, resources_);
}

void Server::run() {
    parts_->loop.run();
}

void Server::stop() {
    resources_.runs.stop();
    parts_->loop.stop();
}

int Server::port() const {
    return parts_->loop.port();
}

std::string Server::address() const {
    return url_of(options_.host, port());
}

}  // namespace gilscope::http
