#include "http/site.h"

#include <algorithm>
#include <array>
#include <exception>

#include "http/errors.h"
#include "metrics/metrics.h"

namespace gilscope::http {

namespace {

constexpr const char* preflight_methods = "GET, POST, PATCH, DELETE, OPTIONS";
constexpr const char* preflight_headers = "Content-Type, If-Match, If-None-Match, X-Request-Id";
constexpr const char* page_pattern = "page";
constexpr const char* no_pattern = "none";  // unknown paths, and what is no request
constexpr const char* exposed_headers = "ETag, Location, Retry-After, X-Request-Id, Allow";

/// Carries Allow, which the contract asks for, through the exception.
class MethodNotAllowed : public HttpError {
  public:
    explicit MethodNotAllowed(std::string allow)
        : HttpError(405, "method_not_allowed", "this path knows " + allow), allow_(std::move(allow)) {}
    const std::string& allow() const { return allow_; }

  private:
    std::string allow_;
};

Response error_with_allow(const MethodNotAllowed& error) {
    auto response = error_response(error.status(), error.code(), error.what());
    response.headers.set("Allow", error.allow());
    return response;
}

/// Runs `work`; what it throws becomes the answer.
template <typename Work>
Response guarded(const Request& request, Work work) {
    try {
        return work();
    } catch (const MethodNotAllowed& error) {
        return error_with_allow(error);
    } catch (...) {
        return error_response(std::current_exception(), request.id);
    }
}

/// Clients may send any word for a method; statistics know few.
std::string method_label(std::string_view method) {
    constexpr std::array<std::string_view, 7> known{"GET",   "HEAD",   "POST",   "PUT",
                                                    "PATCH", "DELETE", "OPTIONS"};
    if (method.empty()) {
        return "none";
    }
    return std::find(known.begin(), known.end(), method) == known.end() ? "other" : std::string(method);
}

bool is_json(std::string_view content_type) {
    return equals_ignoring_case(trim(content_type.substr(0, content_type.find(';'))), "application/json");
}

}  // namespace

Site::Site(RouteTable routes, const SiteOptions& options)
    : routes_(std::move(routes)),
      cors_origin_(options.cors_origin),
      hosts_{0, options.allowed_hosts},
      metrics_(options.metrics),
      streams_(options.max_streams) {
    if (!options.page_directory.empty()) {
        page_.emplace(options.page_directory, options.page_connects_to);
    }
    if (options.access_log) {
        log_ = AccessLog(*options.access_log);
    }
}

Response Site::answer(Request& request) noexcept {
    request.id = ids_.choose(request.headers.find("X-Request-Id"));
    auto response = guarded(request, [&] { return respond(request); });
    add_common_headers(request, response);
    return response;
}

std::optional<Response> Site::refuse(Request& head) noexcept {
    head.id = ids_.choose(head.headers.find("X-Request-Id"));
    bool refused = true;
    auto response = guarded(head, [&] {
        const auto lookup = routes_.find(head.path());
        head.pattern = lookup.is_known() ? lookup.routes.front()->pattern : "";
        check_head(head, lookup, page_file(head, lookup).has_value());
        refused = false;
        return Response{};
    });
    if (!refused) {
        return std::nullopt;
    }
    add_common_headers(head, response);
    return response;
}

Response Site::refuse_framing(const FramingError& error, const std::string&) noexcept {
    Request request;
    request.headers = error.headers;
    request.id = ids_.choose(request.headers.find("X-Request-Id"));
    auto response = error_response(error.status, error.code, error.message);
    response.close = true;
    add_common_headers(request, response);
    return response;
}

std::size_t Site::largest_body(const RequestHead& head) const noexcept {
    const auto lookup = routes_.find(std::string_view(head.target).substr(0, head.target.find('?')));
    const auto* route = lookup.for_method(head.method);
    return route == nullptr ? Limits{}.body : route->largest_body;
}

void Site::finished(const Request& request, const Delivery& delivery) noexcept {
    log_.record(request, delivery);
    if (metrics_ != nullptr) {
        metrics_->count_request(request.pattern.empty() ? no_pattern : request.pattern,
                                method_label(request.method), delivery.status, delivery.took);
    }
}

Response Site::respond(Request& request) const {
    const auto lookup = routes_.find(request.path());
    const auto file = page_file(request, lookup);
    request.pattern = lookup.is_known() ? lookup.routes.front()->pattern : file ? page_pattern : "";
    check_head(request, lookup, file.has_value());
    return file ? page_->serve(*file, request) : answer_from_table(request, lookup);
}

std::optional<std::filesystem::path> Site::page_file(const Request& request, const Lookup& lookup) const {
    const auto path = request.path();
    if (!page_ || lookup.is_known() || path.starts_with("/api/")) {
        return std::nullopt;
    }
    return page_->find(path);
}

void Site::check_head(const Request& request, const Lookup& lookup, bool is_page) const {
    if (!lookup.is_open_to_any_host() && !hosts_.includes(request.host)) {
        throw HttpError(421, "misdirected_host",
                        "this host name is not served here; --allowed-host at the server's start adds it");
    }
    if (lookup.is_unsafe(request.method) && !may_act(request, cors_origin_)) {
        throw HttpError(403, "forbidden_origin", "pages of other sites may not do this");
    }
    if (!lookup.is_known() && !is_page) {
        throw HttpError(404, "not_found", "there is nothing at this path");
    }
    if (is_page) {
        if (request.method != "GET" && request.method != "HEAD") {
            throw MethodNotAllowed("GET");
        }
    } else if (request.method != "OPTIONS" && lookup.for_method(request.method) == nullptr) {
        throw MethodNotAllowed(lookup.allow());
    }
    check_media_type(request, lookup);
}

void Site::check_media_type(const Request& request, const Lookup& lookup) const {
    if (request.headers.count("Content-Encoding") > 0) {
        throw HttpError(415, "unsupported_media_type", "an encoded body is not taken: send it as it is");
    }
    const auto* route = lookup.for_method(request.method);
    if (route != nullptr && route->takes_json &&
        !is_json(request.headers.find("Content-Type").value_or(""))) {
        throw HttpError(415, "unsupported_media_type", "the body must be application/json");
    }
}

Response Site::answer_from_table(const Request& request, const Lookup& lookup) const {
    if (request.method == "OPTIONS") {
        return answer_options(lookup);
    }
    const auto* route = lookup.for_method(request.method);
    Query query(request.query(), route->parameters);
    // A resource that isn't there and a body that isn't JSON come before a query that is wrong: the handler
    // checks.
    if (route->parameters.empty() && lookup.variables.empty() && !route->takes_json) {
        query.check();
    }
    return admitted(route->handler(Call{request, query, lookup.variables}));
}

/// Streams stay open: there must not be too many.
Response Site::admitted(Response response) const {
    if (response.events) {
        response.events->permit = streams_.take();
        if (response.events->permit == nullptr) {
            return error_response(503, "busy", "too many event streams are open; --max-streams allows more");
        }
    }
    return response;
}

Response Site::answer_options(const Lookup& lookup) const {
    Response response;
    response.status = 204;
    response.headers.add("Allow", lookup.allow());
    response.headers.add("Access-Control-Allow-Methods", preflight_methods);
    response.headers.add("Access-Control-Allow-Headers", preflight_headers);
    response.headers.add("Access-Control-Max-Age", "86400");
    return response;
}

void Site::add_common_headers(const Request& request, Response& response) const {
    auto& headers = response.headers;
    headers.add("X-Request-Id", request.id);
    headers.add("X-Content-Type-Options", "nosniff");
    headers.add("Vary", "Origin");
    if (!headers.find("Cache-Control")) {
        headers.add("Cache-Control", "no-store");
    }
    if (!cors_origin_.empty() && request.headers.find("Origin") == cors_origin_) {
        headers.add("Access-Control-Allow-Origin", cors_origin_);
        headers.add("Access-Control-Expose-Headers", exposed_headers);
    }
}

}  // namespace gilscope::http
