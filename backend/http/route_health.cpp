#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

const engine::InstalledEngine& default_engine(const Services& services) {
    return services.engines.newest(services.default_build == bench::Build::ft);
}

void add_health_route(RouteTable& table, const Services& services) {
    const auto handler = [&services](const Call&) {
        const auto& engine = default_engine(services);
        return json_response(
            {{"status", "ok"}, {"gil_enabled", engine.gil_enabled}, {"python", engine.version}});
    };
    table.add({.method = "GET",
               .pattern = "/api/health",
               .handler = handler,
               .any_host = true,
               .description = {
                   .summary = "Is the server there, and does its default interpreter have a GIL?",
                   .answers = {{.what = "It is",
                                .example = R"({"status": "ok", "gil_enabled": true, "python": "3.13.5"})"}},
               }});
}

}  // namespace gilscope::http
