#include "cli/address.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/options.h"
#include "runs/errors.h"

namespace gilscope::cli {

std::string problem_of_address(const std::string& address) {
    const std::size_t host_begin = address.starts_with("http://")    ? 7
                                   : address.starts_with("https://") ? 8
                                                                     : std::string::npos;
    if (host_begin == std::string::npos) {
        return "must be an address that starts with http:// or https://, such as http://127.0.0.1:8000";
    }
    const std::string place = address.substr(
        host_begin, std::min(address.find_first_of("/?#", host_begin), address.size()) - host_begin);
    const std::size_t colon = place.find(':', place.starts_with('[') ? place.find(']') : 0);  // [::1]:8000
    const std::string host = place.substr(0, colon);
    const bool is_odd = std::any_of(host.begin(), host.end(), [](unsigned char letter) {
        return letter <= ' ' || letter == 127 || letter == '"' || letter == '\\';
    });
    if (host.empty() || is_odd || (host.starts_with('[') && !host.ends_with(']'))) {
        return "must name a host, as http://127.0.0.1:8000 does";
    }
    constexpr int most = 65535;
    const int port = colon == std::string::npos ? 1 : parse_whole_number(place.substr(colon + 1)).value_or(0);
    return port >= 1 && port <= most ? "" : fmt::format("must have a port from 1 to {}", most);
}

void check_address(const std::string& option, const std::string& address) {
    if (const std::string problem = problem_of_address(address); !problem.empty()) {
        std::map<std::string, std::string> problems{{option, fmt::format("{} {}", address, problem)}};
        throw runs::InvalidRequest(std::move(problems));
    }
}

}  // namespace gilscope::cli
