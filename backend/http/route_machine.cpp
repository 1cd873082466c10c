#include "http/errors.h"
#include "http/routes.h"
#include "machine/machine.h"

namespace gilscope::http {

namespace {

constexpr const char* machine_example = R"({
    "version": "0.1.0", "cpu_model": "Intel(R) Xeon(R) Processor", "online_cpus": 2, "usable_cores": 2.0,
    "limited_by": "online cpus", "cpus": [0, 1], "governor": null, "kernel": "6.1.0", "clock_source": "tsc",
    "autogroup": true, "timer_slack_ns": 50000, "load_1m": 0.1, "memory_total_mib": 7950,
    "memory_available_mib": 6200, "virtual_machine": true, "quiet": true, "reasons": [], "others_cores": 0.01,
    "steal_share": 0.0, "pressure_share": 0.0
})";

Response describe_machine(const Call&) {
    nlohmann::ordered_json answer{{"version", GILSCOPE_VERSION}};
    answer.update(machine::to_json(machine::facts()));
    answer.update(machine::to_json(machine::quietness()));
    return json_response(answer);
}

}  // namespace

void add_machine_route(RouteTable& table) {
    table.add(
        {.method = "GET",
         .pattern = "/api/machine",
         .handler = describe_machine,
         .description = {
             .summary = "This machine, and whether it is quiet enough to measure on",
             .details = "Looks at the machine for 0.3 s.",
             .answers = {{.what = "Its figures; reasons say why it isn't quiet", .example = machine_example}},
         }});
}

}  // namespace gilscope::http
