#include "http/errors.h"
#include "http/routes.h"

namespace gilscope::http {

namespace {

constexpr const char* interpreters_example = R"({
    "default": "3.13",
    "interpreters": [
        {"id": "3.13", "version": "3.13.5", "build": "gil", "gil_enabled": true, "compiler": "GCC 12.2.0",
         "build_flags": "--enable-shared", "optimization": "-O3", "problem": null}
    ]
})";

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
    table.add({.method = "GET",
               .pattern = "/api/interpreters",
               .handler = handler,
               .description = {
                   .summary = "The interpreters that can be measured",
                   .answers = {{.what = "All that were found; problem says why one can't be used",
                                .example = interpreters_example}},
               }});
}

}  // namespace gilscope::http
