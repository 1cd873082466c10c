#include "http/errors.h"
#include "http/routes.h"
#include "machine/machine.h"

namespace gilscope::http {

namespace {

Response describe_machine(const Call&) {
    nlohmann::ordered_json answer{{"version", GILSCOPE_VERSION}};
    answer.update(machine::to_json(machine::facts()));
    answer.update(machine::to_json(machine::quietness()));
    return json_response(answer);
}

}  // namespace

void add_machine_route(RouteTable& table) {
    table.add({.method = "GET", .pattern = "/api/machine", .handler = describe_machine});
}

}  // namespace gilscope::http
