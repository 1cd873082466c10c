// The one table of routes: what is found, what is 404 or 405, and what Allow and OPTIONS say all follow from
// it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"
#include "http/query.h"
#include "http/route_description.h"

namespace gilscope::http {

/// What a handler gets. Valid during the call only.
struct Call {
    const Request& request;
    /// A route with parameters, with variables in its path or with a JSON body asks for what it knows and
    /// then calls query.check().
    Query& query;
    const std::map<std::string, std::string>& variables;  ///< {name} of the pattern, decoded
};

/// Runs on a worker thread, several at a time. May throw anything: see errors.h.
using Handler = std::function<Response(const Call&)>;

struct Route {
    std::string method;
    std::string pattern;  ///< "/api/tasks/{id}": a variable is a whole segment, never empty
    Handler handler;
    std::vector<std::string> parameters{};  ///< names that its query may have
    bool is_unsafe = false;   ///< refused to pages of other sites; every write is, whatever this says
    bool allows_head = true;  ///< HEAD runs the GET handler, its body left out
    bool any_host = false;    ///< answered whatever the Host header says
    std::size_t largest_body = 1048576;  ///< bytes
    bool takes_json = false;             ///< the body must be application/json
    RouteDescription description{};      ///< for /api/openapi.json, which a test wants complete
};

/// What the table says of one path.
struct Lookup {
    std::vector<const Route*> routes;  ///< of all methods; empty: unknown path
    std::map<std::string, std::string> variables;

    bool is_known() const { return !routes.empty(); }
    /// The route for that method, HEAD included; null if there is none.
    const Route* for_method(std::string_view method) const;
    /// "GET, POST, OPTIONS": methods in the contract's order; HEAD works but isn't listed.
    std::string allow() const;
    /// True if that method may change something or cost much: pages of other sites must not call it.
    bool is_unsafe(std::string_view method) const;
    bool is_open_to_any_host() const;
};

/// Filled once, then only read: shared freely between threads.
class RouteTable {
  public:
    void add(Route route);
    const std::vector<Route>& routes() const { return routes_; }

    /// `path` as sent: segments are parted before they are decoded, so %2F never parts any. A pattern without
    /// variables goes before one with them.
    Lookup find(std::string_view path) const;

  private:
    std::vector<Route> routes_;
    std::vector<std::vector<std::string>> patterns_;  ///< of each route: its segments
};

/// GET, HEAD and OPTIONS read; every other method writes.
bool is_write(std::string_view method);

}  // namespace gilscope::http
