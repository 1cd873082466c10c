#include "machine/machine.h"

namespace gilscope::machine {

namespace {

constexpr std::int64_t bytes_per_mib = 1'048'576;

nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

}  // namespace

nlohmann::ordered_json to_json(const Facts& facts) {
    nlohmann::ordered_json json;
    json["version"] = GILSCOPE_VERSION;
    json["cpu_model"] = facts.cpu_model;
    json["online_cpus"] = facts.online_cpus;
    json["usable_cores"] = facts.usable.count;
    json["limited_by"] = facts.usable.limited_by;
    json["cpus"] = facts.usable.cpus;
    json["governor"] = text_or_null(facts.governor);
    json["kernel"] = facts.kernel;
    json["clock_source"] = text_or_null(facts.clock_source);
    json["autogroup"] =
        facts.autogroup ? nlohmann::ordered_json(*facts.autogroup) : nlohmann::ordered_json(nullptr);
    json["timer_slack_ns"] = facts.timer_slack.count();
    json["load_1m"] = facts.load_1m;
    json["memory_total_mib"] = facts.memory_total_bytes / bytes_per_mib;
    json["memory_available_mib"] = facts.memory_available_bytes / bytes_per_mib;
    json["virtual_machine"] = facts.virtual_machine;
    return json;
}

nlohmann::ordered_json to_json(const Quietness& quietness) {
    nlohmann::ordered_json json;
    json["quiet"] = quietness.quiet;
    json["reasons"] = quietness.reasons;
    json["others_cores"] = quietness.others_cores;
    json["steal_share"] = quietness.steal_share;
    json["pressure_share"] = quietness.pressure_share;
    return json;
}

}  // namespace gilscope::machine
