#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

namespace {

/// What every page understands, and only for a page that can switch the rest.
nlohmann::ordered_json configuration(const std::vector<std::string>& apis) {
    nlohmann::ordered_json found{{"api", apis.empty() ? "" : apis.front()}};
    if (apis.size() > 1) {
        found["apis"] = apis;
    }
    return found;
}

}  // namespace

void add_page_configuration_route(RouteTable& table, const std::vector<std::string>& apis) {
    const auto handler = [apis](const Call&) { return json_response(configuration(apis)); };
    table.add(
        {.method = "GET",
         .pattern = "/config.json",
         .handler = handler,
         .description = {
             .summary = "What the page has to know before it can ask anything",
             .answers = {{.what = "api: the origin of its API; empty: where this answer comes from. apis: "
                                  "where there are several to choose from, all of them",
                          .example = R"({"api": ""})"}},
         }});
}

}  // namespace gilscope::http
