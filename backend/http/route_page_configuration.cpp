#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

void add_page_configuration_route(RouteTable& table, const std::string& api) {
    const auto handler = [api](const Call&) { return json_response({{"api", api}}); };
    table.add({.method = "GET",
               .pattern = "/config.json",
               .handler = handler,
               .description = {
                   .summary = "What the page has to know before it can ask anything",
                   .answers = {{.what = "api: the origin of its API; empty: where this answer comes from",
                                .example = R"({"api": ""})"}},
               }});
}

}  // namespace gilscope::http
