#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

namespace {

nlohmann::ordered_json describe(const engine::InstalledEngine& engine) {
    nlohmann::ordered_json entry{
        {"id", engine.id},
        {"version", engine.version},
        {"build", bench::name_of(engine.free_threaded ? bench::Build::ft : bench::Build::gil)},
        {"gil_enabled", engine.gil_enabled},
        {"compiler", engine.compiler},
        {"build_flags", engine.build_flags},
        {"optimization", engine.optimization},
        {"problem", nullptr},
    };
    if (!engine.problem.empty()) {
        entry["problem"] = engine.problem;
    }
    return entry;
}

nlohmann::ordered_json default_id(const Services& services) {
    if (!services.engines.has(services.default_build == bench::Build::ft)) {
        return nullptr;
    }
    return default_engine(services).id;
}

}  // namespace

void add_interpreters_route(RouteTable& table, const Services& services) {
    const auto handler = [&services](const Call&) {
        auto interpreters = nlohmann::ordered_json::array();
        for (const auto& engine : services.engines.engines()) {
            interpreters.push_back(describe(engine));
        }
        return json_response({{"default", default_id(services)}, {"interpreters", std::move(interpreters)}});
    };
    table.add({.method = "GET", .pattern = "/api/interpreters", .handler = handler});
}

}  // namespace gilscope::http
