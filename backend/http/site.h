// Everything that happens to a request between its framing and its handler, in the order of the HTTP
// contract: Host, origin, route, method, media type; then the handler, errors as JSON, and the headers that
// every answer has.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/access_log.h"
#include "http/application.h"
#include "http/guard.h"
#include "http/page_files.h"
#include "http/request_id.h"
#include "http/route_table.h"

namespace gilscope::metrics {
class Metrics;
}

namespace gilscope::http {

struct SiteOptions {
    std::string cors_origin = "http://localhost:5500";
    std::vector<std::string> allowed_hosts{};
    std::filesystem::path page_directory{};       ///< empty: no page
    std::vector<std::string> page_connects_to{};  ///< see PageFiles
    std::optional<logging::Format> access_log{};  ///< nothing: none is written
    std::size_t max_streams = 256;                ///< event streams that may be open at once
    metrics::Metrics* metrics = nullptr;          ///< borrowed; null: nothing is counted
};

/// Thread-safe once set_port() has been called.
class Site : public Application {
  public:
    Site(RouteTable routes, const SiteOptions& options);

    /// The port that Host headers must name. Before the first request.
    void set_port(int port) { hosts_.port = port; }

    Response answer(Request& request) noexcept override;
    std::optional<Response> refuse(Request& head) noexcept override;
    Response refuse_framing(const FramingError& error, const std::string& client) noexcept override;
    std::size_t largest_body(const RequestHead& head) const noexcept override;
    void finished(const Request& request, const Delivery& delivery) noexcept override;

  private:
    Response respond(Request& request) const;
    void check_head(const Request& request, const Lookup& lookup, bool is_page) const;
    void check_media_type(const Request& request, const Lookup& lookup) const;
    Response answer_from_table(const Request& request, const Lookup& lookup) const;
    Response admitted(Response response) const;
    Response answer_options(const Lookup& lookup) const;
    void add_common_headers(const Request& request, Response& response) const;
    std::optional<std::filesystem::path> page_file(const Request& request, const Lookup& lookup) const;

    RouteTable routes_;
    std::string cors_origin_;
    ServedHosts hosts_;
    std::optional<PageFiles> page_;
    AccessLog log_;
    metrics::Metrics* metrics_;
    RequestIds ids_;
    mutable StreamPermits streams_;
};

}  // namespace gilscope::http
