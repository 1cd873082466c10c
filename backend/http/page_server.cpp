#include "http/page_server.h"

#include <algorithm>

#include "http/connection_loop.h"
#include "http/routes.h"
#include "http/site.h"

namespace gilscope::http {

namespace {

RouteTable page_routes(const std::vector<std::string>& apis) {
    RouteTable table;
    add_page_configuration_route(table, apis);
    return table;
}

SiteOptions site_options(const PageServerOptions& options) {
    return {.cors_origin = "",
            .allowed_hosts = options.allowed_hosts,
            .page_directory = options.page_directory,
            .page_connects_to = options.apis,
            .access_log = options.access_log};
}

LoopOptions loop_options(const PageServerOptions& options) {
    LoopOptions loop;
    loop.host = options.host;
    loop.port = options.port;
    return loop;
}

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '-';
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// An address of IPv6 in its brackets.
bool is_bracketed(std::string_view host) {
    return host.size() > 2 && host.front() == '[' && host.back() == ']' &&
           std::all_of(host.begin() + 1, host.end() - 1, [](char c) { return is_plain(c) || c == ':'; });
}

}  // namespace

struct PageServer::Parts {
    explicit Parts(const PageServerOptions& given)
        : options(given),
          site(page_routes(options.apis), site_options(options)),
          loop(loop_options(options), site) {
        site.set_port(loop.port());
    }

    PageServerOptions options;
    Site site;
    ConnectionLoop loop;
};

PageServer::PageServer(const PageServerOptions& options) : parts_(std::make_unique<Parts>(options)) {}
PageServer::~PageServer() = default;

void PageServer::run() {
    parts_->loop.run();
}

void PageServer::stop() {
    parts_->loop.stop();
}

std::string PageServer::address() const {
    return url_of(parts_->options.host, parts_->loop.port());
}

std::optional<std::string> origin_of(std::string_view url) {
    if (url.ends_with('/')) {
        url.remove_suffix(1);
    }
    const auto scheme = url.find("://");
    if (scheme == std::string_view::npos ||
        (url.substr(0, scheme) != "http" && url.substr(0, scheme) != "https")) {
        return std::nullopt;
    }
    auto host = url.substr(scheme + 3);
    const auto colon = host.rfind(':');
    if (colon != std::string_view::npos && !host.ends_with(']')) {
        if (!is_port(host.substr(colon + 1))) {
            return std::nullopt;
        }
        host = host.substr(0, colon);
    }
    const bool is_name = !host.empty() && std::all_of(host.begin(), host.end(), is_plain);
    return is_name || is_bracketed(host) ? std::optional(std::string(url)) : std::nullopt;
}

}  // namespace gilscope::http
