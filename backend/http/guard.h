// Who may ask: the Host and origin rules, against pages of other sites and DNS rebinding. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace gilscope::http {

/// The hosts that are ours: loopback names and addresses with our port, and what the user allowed.
struct ServedHosts {
    int port = 0;
    std::vector<std::string> allowed;  ///< "name" (any port) or "name:port"

    bool includes(std::string_view host) const;
};

/// May this request do something unsafe? Browsers say where a request comes from in Sec-Fetch-Site or Origin;
/// what says neither is no browser, and could do anything anyway.
bool may_act(const Request& request, std::string_view configured_origin);

}  // namespace gilscope::http
