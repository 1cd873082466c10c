#include "http/routes.h"
#include "metrics/metrics.h"

namespace gilscope::http {

void add_metrics_route(RouteTable& table, const metrics::Metrics& metrics) {
    const auto handler = [&metrics](const Call&) {
        Response response;
        response.headers.add("Content-Type", metrics::media_type);
        response.body = metrics.text();
        return response;
    };
    table.add(
        {.method = "GET",
         .pattern = "/metrics",
         .handler = handler,
         .any_host = true,
         .description = {
             .summary = "Figures for Prometheus",
             .answers = {{.what = "The text format 0.0.4",
                          .example = "# TYPE gilscope_http_connections gauge\ngilscope_http_connections 3\n",
                          .media_type = "text/plain"}},
         }});
}

}  // namespace gilscope::http
