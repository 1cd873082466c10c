#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>
#include <thread>

#include "cli/commands.h"
#include "cli/database_place.h"
#include "cli/exit_status.h"
#include "cli/signals.h"
#include "http/server.h"
#include "http/upstream.h"
#include "runs/errors.h"
#include "storage/storage.h"

namespace gilscope::cli {
namespace {

bench::Build default_build_of(const ServeOptions& options, const engine::Registry& engines) {
    if (options.default_build.empty()) {
        return engines.has(false) || !engines.has(true) ? bench::Build::gil : bench::Build::ft;
    }
    return *bench::build_named(options.default_build);  // checked when it was parsed
}

logging::Format log_format(const ServeOptions& options) {
    return *logging::format_named(options.log_format);  // checked when it was parsed
}

http::ServerOptions server_options(const ServeOptions& options) {
    const auto limit = parse_duration(options.benchmark_limit);
    if (!limit) {
        throw runs::InvalidRequest(
            {{"--benchmark-limit", options.benchmark_limit + " is not understood; an example is 120s"}});
    }
    http::ServerOptions server;
    server.host = options.host;
    server.port = options.port;
    server.cors_origin = options.cors_origin;
    server.allowed_hosts = options.allowed_hosts;
    server.listen_backlog = options.listen_backlog;
    server.max_connections = static_cast<std::size_t>(options.max_connections);
    server.max_streams = static_cast<std::size_t>(options.max_streams);
    server.access_log = log_format(options);
    server.benchmark_limit = *limit;
    server.frontend_directory = frontend_directory();
    return server;
}

/// One line: where it listens, which interpreters there are, which one is the default and whether its GIL is
/// on, and where the database is.
std::string greeting(const http::Server& server, const engine::Registry& engines,
                     const engine::InstalledEngine& standard, const storage::Database& database) {
    std::string found;
    for (const auto& engine : engines.engines()) {
        found += (found.empty() ? "" : ", ") + engine.id +
                 (engine.problem.empty() ? " (" + engine.version + ")" : " (broken)");
    }
    return fmt::format("gilscope serves {} with Python {}; default {}, its GIL is {}; database {}\n",
                       server.address(), found, standard.id, standard.gil_enabled ? "on" : "off",
                       database.path());
}

}  // namespace

int serve_command(const ServeOptions& options) {
    const SignalWatch signals;  // before any other thread
    // A file that may not grow any more is an error of that one write, not the end of the server.
    std::signal(SIGXFSZ, SIG_IGN);
    logging::start(log_format(options), spdlog::level::from_str(options.log_level));
    const http::ServerOptions configured = server_options(options);
    storage::Database database(database_place(options.database));
    engine::Spawner spawner;
    const auto engines = installed_engines(options.places);
    const bench::Build build = default_build_of(options, engines);
    const engine::InstalledEngine& standard = engines.newest(build == bench::Build::ft);
    runs::WorkloadCatalog catalog(workload_directories(options.places), engine::Inspector(engines, spawner));
    const http::Upstream upstream;
    tasks::TaskStore tasks(database);
    runs::RunStore run_store(database);
    runs::RunService runs(run_store, static_cast<std::size_t>(options.queue));
    http::Server server(configured, {engines, spawner, catalog, upstream.address(), build}, {tasks, runs});
    server.start();
    const std::stop_callback stop_on_signal(signals.token(), [&] { server.stop(); });
    std::cerr << greeting(server, engines, standard, database) << std::flush;
    server.run();
    return exit_ok;
}

}  // namespace gilscope::cli
