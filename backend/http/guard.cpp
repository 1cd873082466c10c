#include "http/guard.h"

#include <arpa/inet.h>

#include <algorithm>

namespace gilscope::http {

namespace {

struct HostAndPort {
    std::string_view host;
    std::string_view port;  ///< empty if there is none
};

/// Brackets of an IPv6 address belong to the host.
HostAndPort host_and_port_of(std::string_view text) {
    const auto bracket = text.rfind(']');
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || (bracket != std::string_view::npos && colon < bracket)) {
        return {text, {}};
    }
    return {text.substr(0, colon), text.substr(colon + 1)};
}

/// Browsers send Sec-Fetch-Site over TLS and to loopback only; a page that came from here under another name
/// says where it is from in Origin alone. The host was checked before: no other site can make it ours.
bool is_own(std::string_view origin, const std::string& host) {
    return equals_ignoring_case(origin, "http://" + host) || equals_ignoring_case(origin, "https://" + host);
}

bool is_loopback(std::string_view host) {
    if (equals_ignoring_case(host, "localhost") || host == "[::1]") {
        return true;
    }
    in_addr address{};
    return inet_pton(AF_INET, std::string(host).c_str(), &address) == 1 && ntohl(address.s_addr) >> 24 == 127;
}

}  // namespace

bool ServedHosts::includes(std::string_view host) const {
    const auto given = host_and_port_of(host);
    const bool our_port = given.port == std::to_string(port) || (given.port.empty() && port == 80);
    if (our_port && is_loopback(given.host)) {
        return true;
    }
    return std::any_of(allowed.begin(), allowed.end(), [&](const std::string& entry) {
        const auto wanted = host_and_port_of(entry);
        return equals_ignoring_case(wanted.host, given.host) &&
               (wanted.port.empty() || wanted.port == given.port);
    });
}

bool may_act(const Request& request, std::string_view configured_origin) {
    const auto site = request.headers.find("Sec-Fetch-Site");
    const auto origin = request.headers.find("Origin");
    if (!site && !origin) {
        return true;
    }
    if (site == "same-origin" || site == "none") {
        return true;
    }
    return origin == configured_origin || (!site && is_own(*origin, request.host));
}

}  // namespace gilscope::http
