#include <cmath>
#include <string>
#include <vector>

#include "bench/confirmation.h"
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
Json json_of(const Confirmation& confirmation);

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
                {"workers", verdict.workers},
                {"kind", verdict.kind},
                {"sentence", verdict.sentence},
                {"advice", verdict.advice},
                {"fastest", verdict.fastest ? Json(name_of(*verdict.fastest)) : Json(nullptr)},
                {"evidence", list(verdict.evidence)}};
}

Json json_of(const Confirmation& confirmation) {
    return Json{{"change", name_of(confirmation.change)},
                {"interpreter", confirmation.interpreter},
                {"workers", confirmation.workers},
                {"run", to_json(confirmation.run)}};
}

Json machine_parallelism(const Report& report) {
    Json workers = Json::array();
    Json one = Json::array();
    Json many = Json::array();
    for (const SpinSample& spin : report.measurements.machine_spins) {
        workers.push_back(spin.workers);
        one.push_back(spin.one.count());
        many.push_back(spin.many.count());
    }
    Json json =
        json_of(report.machine_parallelism.value_or(Estimate{std::nan(""), std::nullopt, std::nullopt}));
    Json by_workers = Json::array();
    for (const MachineParallelism& machine : report.machine_parallelism_by_workers) {
        by_workers.push_back({{"workers", machine.workers},
                              {"value", number(machine.value.value)},
                              {"low", number(machine.value.low)},
                              {"high", number(machine.value.high)}});
    }
    json["by_workers"] = by_workers;
    json["spins"] = Json{{"workers", workers}, {"one_ns", one}, {"many_ns", many}};
    return json;
}

Json blocks_by_workers(const Report& report) {
    Json list = Json::array();
    for (const int workers : worker_counts(report.measurements)) {
        list.push_back({{"workers", workers},
                        {"counted", report.counted_blocks(workers)},
                        {"disturbed", report.disturbed_blocks(workers)},
                        {"coverage", number(interval_coverage(report.counted_blocks(workers)))}});
    }
    return list;
}

Json block_counts(const Report& report) {
    Json workers = Json::array();
    Json reasons = Json::array();
    for (const Block& block : report.measurements.blocks) {
        workers.push_back(block.workers);
        reasons.push_back(block.disturbed ? Json(*block.disturbed) : Json(nullptr));
    }
    return Json{{"counted", report.counted_blocks()},
                {"disturbed", report.disturbed_blocks()},
                {"coverage", number(interval_coverage(report.fewest_counted_blocks()))},
                {"by_workers", blocks_by_workers(report)},
                {"workers", workers},
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
    json["workers"] = report.experiment == "sweep" ? Json(worker_counts(run)) : Json(run.workers);
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
    json["confirmations"] = list(report.confirmations);
    json["output"] = report.output;
    return json;
}

}  // namespace gilscope::bench
