// The routes, one file each. Each function adds what it knows to the table; the services outlive the table.
#pragma once

#include <chrono>
#include <string>

#include "bench/cell.h"
#include "engine/registry.h"
#include "engine/spawner.h"
#include "http/route_table.h"
#include "runs/run_service.h"
#include "runs/workload_catalog.h"

namespace gilscope::metrics {
class Metrics;
}

namespace gilscope::http {

class ExchangeLog;

/// What handlers stand on. All references outlive the server.
struct Services {
    const engine::Registry& engines;
    engine::Spawner& spawner;
    runs::WorkloadCatalog& workloads;
    std::string upstream{};  ///< "127.0.0.1:PORT" of Upstream
    bench::Build default_build = bench::Build::gil;
};

/// The newest usable engine of the default build. Throws engine::EngineError if there is none.
const engine::InstalledEngine& default_engine(const Services& services);

void add_health_route(RouteTable& table, const Services& services);
void add_machine_route(RouteTable& table);
void add_interpreters_route(RouteTable& table, const Services& services);
void add_workloads_route(RouteTable& table, const Services& services);
/// GET and POST /api/slow, which hold no thread; the server and the loopback upstream share it.
void add_slow_routes(RouteTable& table);
/// Host-exempt, for a Prometheus on another machine.
void add_metrics_route(RouteTable& table, const metrics::Metrics& metrics);
/// Describes what is in the table by now: after all others.
void add_openapi_route(RouteTable& table);
/// What the page asks first: the origin of its API. "": the API is beside the page.
void add_page_configuration_route(RouteTable& table, const std::vector<std::string>& apis);
void add_exchange_route(RouteTable& table, const ExchangeLog& exchanges);
void add_benchmark_route(RouteTable& table, const Services& services, runs::RunService& runs,
                         std::chrono::nanoseconds limit);
/// All of /api/runs, in several files.
void add_runs_routes(RouteTable& table, const Services& services, runs::RunService& runs);
void add_run_routes(RouteTable& table, runs::RunService& runs);
void add_run_events_route(RouteTable& table, const runs::RunService& runs);
void add_run_chart_route(RouteTable& table, const runs::RunService& runs);
void add_run_exchange_routes(RouteTable& table, runs::RunService& runs);

}  // namespace gilscope::http
