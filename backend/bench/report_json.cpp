#include <cmath>
#include <string>
#include <vector>

#include "bench/json_parts.h"
#include "bench/report.h"

namespace gilscope::bench {
namespace {

Json json_of(const InterpreterFacts& facts) {
    return Json{{"id", facts.id},
                {"version", facts.version},
                {"build", name_of(facts.build)},
                {"compiler", facts.compiler},
                {"build_flags", facts.build_flags},
                {"optimization", facts.optimization}};
}

Json json_of(const Warning& warning) {
    return Json{{"code", warning.code},
                {"message", warning.message},
                {"remedy", warning.remedy},
                {"cell", text_or_null(warning.cell)}};
}

Json json_of(const Evidence& evidence) {
    return Json{{"name", evidence.name}, {"value", number(evidence.value)}, {"unit", evidence.unit}};
}

Json json_of(const Verdict& verdict);

template <typename Item>
Json list(const std::vector<Item>& items) {
    Json array = Json::array();
    for (const Item& item : items) {
        array.push_back(json_of(item));
    }
    return array;
}

Json json_of(const Verdict& verdict) {
    return Json{{"interpreter", verdict.interpreter},
                {"build", name_of(verdict.build)},
                {"kind", verdict.kind},
                {"sentence", verdict.sentence},
                {"advice", verdict.advice},
                {"fastest", verdict.fastest ? Json(name_of(*verdict.fastest)) : Json(nullptr)},
                {"evidence", list(verdict.evidence)}};
}

Json machine_parallelism(const Report& report) {
    Json one = Json::array();
    Json many = Json::array();
    for (const SpinSample& spin : report.measurements.machine_spins) {
        one.push_back(spin.one.count());
        many.push_back(spin.many.count());
    }
    Json json =
        json_of(report.machine_parallelism.value_or(Estimate{std::nan(""), std::nullopt, std::nullopt}));
    json["spins"] = Json{{"one_ns", one}, {"many_ns", many}};
    return json;
}

Json block_counts(const Report& report) {
    Json reasons = Json::array();
    for (const Block& block : report.measurements.blocks) {
        reasons.push_back(block.disturbed ? Json(*block.disturbed) : Json(nullptr));
    }
    return Json{{"counted", report.counted_blocks()},
                {"disturbed", report.disturbed_blocks()},
                {"coverage", number(interval_coverage(report.counted_blocks()))},
                {"disturbed_because", reasons}};
}

Json hash_seeds(const Measurements& run) {
    Json seeds = Json::array();
    for (const Block& block : run.blocks) {
        seeds.push_back(block.hash_seed);
    }
    return seeds;
}

}  // namespace

nlohmann::ordered_json to_json(const Report& report) {
    const Measurements& run = report.measurements;
    Json json;
    json["schema"] = report_schema;
    json["kind"] = "gilscope-report";
    json["experiment"] = report.experiment;
    json["gilscope"] = report.gilscope_version;
    json["started_at"] = report.started_at;
    json["finished_at"] = report.finished_at;
    json["state"] = report.state;
    json["stopped_because"] = report.stopped_because;
    json["workload"] = {{"name", report.workload.name},
                        {"title", report.workload.title},
                        {"parameters", report.workload.parameters}};
    json["workers"] = run.workers;
    json["usable_cores"] = number(run.usable_cores);
    json["pinned"] = run.pinned;
    json["waiting"] = run.waiting;
    json["quick_look"] = run.quick_look;
    json["hash_seeds"] = hash_seeds(run);
    json["machine"] = report.machine;
    json["interpreters"] = list(report.interpreters);
    json["machine_parallelism"] = machine_parallelism(report);
    json["blocks"] = block_counts(report);
    json["cells"] = cells_json(report);
    json["verdicts"] = list(report.verdicts);
    json["warnings"] = list(report.warnings);
    json["output"] = report.output;
    return json;
}

}  // namespace gilscope::bench
