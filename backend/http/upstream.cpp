#include "http/upstream.h"

#include <fmt/format.h>

#include <thread>

#include "http/connection_loop.h"
#include "http/routes.h"
#include "http/site.h"

namespace gilscope::http {

namespace {

RouteTable slow_routes() {
    RouteTable table;
    add_slow_routes(table);
    return table;
}

LoopOptions loop_options() {
    LoopOptions options;
    // Every worker of a cell connects at the same moment.
    options.backlog = 1024;
    // Whoever still waits for an answer when it ends has been killed.
    options.grace = std::chrono::milliseconds(0);
    return options;
}

}  // namespace

struct Upstream::Parts {
    Parts() : site(slow_routes(), SiteOptions{.cors_origin = ""}), loop(loop_options(), site) {
        site.set_port(loop.port());
        thread = std::thread([this] { loop.run(); });
    }
    ~Parts() {
        loop.stop();
        thread.join();
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    Site site;
    ConnectionLoop loop;
    std::thread thread;
};

Upstream::Upstream() : parts_(std::make_unique<Parts>()) {}
Upstream::~Upstream() = default;

std::string Upstream::address() const {
    return fmt::format("127.0.0.1:{}", parts_->loop.port());
}

}  // namespace gilscope::http
