#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/signals.h"
#include "http/page_server.h"
#include "runs/errors.h"

namespace gilscope::cli {
namespace {

http::PageServerOptions server_options(const WebOptions& options) {
    if (options.apis.empty()) {
        throw runs::InvalidRequest(
            {{"--api", std::string("it is empty; an example is http://localhost:8000")}});
    }
    http::PageServerOptions server;
    server.apis.reserve(options.apis.size());
    for (const std::string& given : options.apis) {
        const auto api = http::origin_of(given);
        if (!api) {
            throw runs::InvalidRequest(
                {{"--api", given + " is no origin; an example is http://localhost:8000"}});
        }
        server.apis.push_back(*api);
    }
    server.host = options.host;
    server.port = options.port;
    server.page_directory = frontend_directory();
    server.allowed_hosts = options.allowed_hosts;
    server.access_log = logging::format_named(options.log_format);
    return server;
}

}  // namespace

int web_command(const WebOptions& options) {
    const SignalWatch signals;  // before any other thread
    const auto configured = server_options(options);
    logging::start(*configured.access_log, spdlog::level::from_str(options.log_level));
    http::PageServer server(configured);
    const std::stop_callback stop_on_signal(signals.token(), [&] { server.stop(); });
    std::cerr << fmt::format("gilscope serves its page at {}, for the API at {}\n", server.address(),
                             fmt::join(configured.apis, ", "))
              << std::flush;
    server.run();
    return exit_ok;
}

}  // namespace gilscope::cli
