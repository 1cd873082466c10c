#include "bench/report_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "bench/cells_reader.h"
#include "bench/confirmation.h"
#include "bench/json_reading.h"
#include "bench/report_events.h"
#include "bench/report_source.h"

namespace gilscope::bench {
namespace {

constexpr std::size_t most_of_a_kind = 10'000;  // interpreters, verdicts, warnings, ...
constexpr std::array experiments{"compare", "sweep"};

/// No row is written with fewer bytes: two for each of its columns, but for the recent ones.
template <typename Columns>
constexpr std::size_t least_bytes(const Columns& columns) {
    return 2 *
           (1 + static_cast<std::size_t>(std::count_if(
                    columns.begin(), columns.end(), [](const auto& column) { return !column.is_recent; })));
}

InterpreterFacts read_interpreter(const Part& part) {
    const auto build = build_named(part.at("build").text());
    if (!build) {
        part.at("build").must_be("gil or ft");
    }
    return {part.at("id").text(),       part.at("version").text(),     *build,
            part.at("compiler").text(), part.at("build_flags").text(), part.at("optimization").text()};
}

void read_interpreters(const Part& list, Report& report) {
    std::set<std::string> ids;
    for (const Part& part : list.items(most_of_a_kind)) {
        report.interpreters.push_back(read_interpreter(part));
        if (!ids.insert(report.interpreters.back().id).second) {
            throw BadReport(part.place() + " is there twice: " + report.interpreters.back().id);
        }
    }
}

Warning read_warning(const Part& part) {
    return {part.at("code").text(), part.at("message").text(), part.at("remedy").text(),
            part.at("cell").text_or_empty()};
}

Verdict read_verdict(const Part& part, int fallback) {
    Verdict verdict;
    verdict.interpreter = part.at("interpreter").text();
    const auto build = build_named(part.at("build").text());
    if (!build) {
        part.at("build").must_be("gil or ft");
    }
    verdict.build = *build;
    const auto workers = part.find("workers");  // since schema 2
    verdict.workers = workers ? static_cast<int>(workers->whole(1, most_workers)) : fallback;
    verdict.kind = part.at("kind").text();
    verdict.sentence = part.at("sentence").text();
    verdict.advice = part.at("advice").text();
    if (const auto fastest = part.find("fastest")) {
        verdict.fastest = mode_named(fastest->text());
        if (!verdict.fastest) {
            fastest->must_be("the name of a mode");
        }
    }
    for (const Part& evidence : part.at("evidence").items(most_of_a_kind)) {
        verdict.evidence.push_back(
            {evidence.at("name").text(), evidence.at("value").number(), evidence.at("unit").text()});
    }
    return verdict;
}

/// A list of W beside another list; schema 1 has none, since a report had one W only.
std::vector<int> read_worker_column(const Part& of, std::size_t length, const ReportLimits& limits,
                                    const Measurements& run) {
    const auto column = of.find("workers");
    if (!column) {
        return std::vector<int>(length, run.workers);
    }
    const std::vector<Part> parts = column->items(limits.blocks);
    if (parts.size() != length) {
        column->must_be("as long as the other columns");
    }
    std::vector<int> workers;
    workers.reserve(length);
    for (const Part& part : parts) {
        workers.push_back(static_cast<int>(part.whole(1, most_workers)));
    }
    return workers;
}

void read_blocks(const Part& top, const ReportLimits& limits, Measurements& run) {
    const auto seeds = top.at("hash_seeds").items(limits.blocks);
    const auto reasons = top.at("blocks").at("disturbed_because").items(limits.blocks);
    if (seeds.size() != reasons.size()) {
        throw BadReport("hash_seeds and blocks.disturbed_because must be equally long");
    }
    const std::vector<int> workers = read_worker_column(top.at("blocks"), seeds.size(), limits, run);
    run.blocks.resize(seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        run.blocks[i].workers = workers[i];
        run.blocks[i].hash_seed = static_cast<std::uint32_t>(seeds[i].whole(0, 0xFFFF'FFFF));
        if (!reasons[i].is_null()) {
            run.blocks[i].disturbed = reasons[i].text();
        }
    }
}

void read_spins(const Part& spins, const ReportLimits& limits, Measurements& run) {
    const auto one = spins.at("one_ns").items(limits.blocks);
    const auto many = spins.at("many_ns").items(limits.blocks);
    if (one.size() != many.size()) {
        throw BadReport(spins.place() + " must hold lists of the same length");
    }
    const std::vector<int> workers = read_worker_column(spins, one.size(), limits, run);
    run.machine_spins.reserve(one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        run.machine_spins.push_back({nanoseconds(one[i].whole(0, largest_figure)),
                                     nanoseconds(many[i].whole(0, largest_figure)), workers[i]});
    }
}

/// A number, or in a sweep the list of what its cells have.
int read_workers(const Part& workers) {
    if (!workers.json().is_array()) {
        return static_cast<int>(workers.whole(1, most_workers));
    }
    int largest = 1;
    for (const Part& part : workers.items(most_of_a_kind)) {
        largest = std::max(largest, static_cast<int>(part.whole(1, most_workers)));
    }
    return largest;
}

void read_measurements(const Part& top, const ReportLimits& limits, Measurements& run) {
    run.workers = read_workers(top.at("workers"));
    run.usable_cores = top.at("usable_cores").number();
    if (!(run.usable_cores > 0 && run.usable_cores <= 1e6)) {  // so written that NaN is refused as well
        top.at("usable_cores").must_be("a number above 0");
    }
    run.pinned = top.at("pinned").flag();
    run.waiting = top.at("waiting").flag();
    run.quick_look = top.at("quick_look").flag();
    read_blocks(top, limits, run);
    read_spins(top.at("machine_parallelism").at("spins"), limits, run);
}

void check_kind(const Part& top) {
    if (!top.find("kind") || !top.at("kind").json().is_string() ||
        top.at("kind").text() != "gilscope-report") {
        throw BadReport("it isn't a report of Gilscope, since its \"kind\" isn't \"gilscope-report\"");
    }
    top.at("schema").whole(1, report_schema);
    const std::string experiment = top.at("experiment").text();
    if (std::find(experiments.begin(), experiments.end(), experiment) == experiments.end()) {
        throw BadReport("the experiment \"" + experiment + "\" is unknown here");
    }
}

bool has_samples(const Measurements& run) {
    return std::any_of(run.blocks.begin(), run.blocks.end(), [](const Block& block) {
        return std::any_of(block.cells.begin(), block.cells.end(),
                           [](const auto& cell) { return cell && !cell->samples.empty(); });
    });
}

constexpr std::size_t most_confirmations = 32;

/// A confirming run has two cells and a few blocks.
ReportLimits limits_of_confirming_run() {
    ReportLimits limits;
    limits.samples = 10'000;
    limits.probes = 0;
    limits.cells = 2;
    limits.blocks = 100;
    limits.cells_in_blocks = limits.cells * limits.blocks;
    return limits;
}

Report report_from(ReportEvents&& events, const ReportLimits& limits);

/// A confirming run has no confirmations of its own.
Report read_confirming_run(const Part& run) {
    if (const auto more = run.find("confirmations"); more && !more->items(most_confirmations).empty()) {
        run.must_be("a run without confirmations");
    }
    const ReportLimits limits = limits_of_confirming_run();
    ReportEvents events(limits);
    try {
        replay(run.object(), events);
        return report_from(std::move(events), limits);
    } catch (const BadReport& error) {
        throw BadReport(fmt::format("in {}: {}", run.place(), error.what()));
    }
}

/// Since schema 2.
void read_confirmations(const Part& top, Report& report) {
    const auto list = top.find("confirmations");
    if (!list) {
        return;
    }
    for (const Part& part : list->items(most_confirmations)) {
        const auto change = change_named(part.at("change").text());
        if (!change) {
            part.at("change").must_be("collector_off, private_modules or one_worker");
        }
        report.confirmations.push_back({*change, part.at("interpreter").text(),
                                        static_cast<int>(part.at("workers").whole(1, most_workers)),
                                        read_confirming_run(part.at("run"))});
    }
}

Report report_from(ReportEvents&& events, const ReportLimits& limits) {
    const Part top(events.rest);
    check_kind(top);
    Report report;
    report.experiment = top.at("experiment").text();
    report.gilscope_version = top.at("gilscope").text();
    report.started_at = top.at("started_at").text();
    report.finished_at = top.at("finished_at").text();
    report.state = top.at("state").text();
    report.stopped_because = top.at("stopped_because").text();
    const Part workload = top.at("workload");
    report.workload = {workload.at("name").text(), workload.at("title").text(),
                       workload.at("parameters").json()};
    report.machine = top.at("machine").json();
    report.output = top.at("output").text();
    read_interpreters(top.at("interpreters"), report);
    read_measurements(top, limits, report.measurements);
    read_cells(top.at("cells"), events.cells, limits, report);
    if (report.experiment == "sweep" && !report.measurements.cells.empty()) {
        report.measurements.workers = worker_counts(report.measurements).back();
    }
    for (const Part& part : top.at("warnings").items(most_of_a_kind)) {
        report.warnings.push_back(read_warning(part));
    }
    read_confirmations(top, report);
    if (has_samples(report.measurements)) {
        summarize(report);
        return report;
    }
    report.machine_parallelism = top.at("machine_parallelism").estimate();
    if (const auto by_workers = top.at("machine_parallelism").find("by_workers")) {
        for (const Part& part : by_workers->items(most_of_a_kind)) {
            report.machine_parallelism_by_workers.push_back(
                {static_cast<int>(part.at("workers").whole(1, most_workers)),
                 part.estimate().value_or(Estimate{})});
        }
    }
    for (const Part& part : top.at("verdicts").items(most_of_a_kind)) {
        report.verdicts.push_back(read_verdict(part, report.measurements.workers));
    }
    return report;
}

template <typename Input>
void parse(Input&& input, ReportEvents& events) {
    ReportSource source(input, events);
    if (!Json::sax_parse(source.begin(), source.end(), &events)) {
        throw BadReport(
            fmt::format("it isn't JSON from byte {} on, as when it was cut off or damaged", source.offset()));
    }
}

void refuse_empty(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw BadReport("it is empty");
    }
}

}  // namespace

Report parse_report(std::string_view text) {
    refuse_empty(text);
    ReportLimits limits;
    limits.samples = std::min(limits.samples, text.size() / least_bytes(sample_columns));
    limits.probes = std::min(limits.probes, text.size() / least_bytes(probe_columns));
    ReportEvents events(limits);
    parse(text, events);
    return report_from(std::move(events), limits);
}

Report parse_report(std::istream& text) {
    if ((text >> std::ws).eof()) {
        throw BadReport("it is empty");
    }
    const ReportLimits limits;
    ReportEvents events(limits);
    parse(text, events);
    return report_from(std::move(events), limits);
}

nlohmann::ordered_json bounded_json(std::string_view text) {
    refuse_empty(text);
    ReportLimits limits;
    limits.samples = 0;
    limits.probes = 0;
    ReportEvents events(limits);
    parse(text, events);
    return std::move(events.rest);
}

Report read_report(const nlohmann::ordered_json& json) {
    const ReportLimits limits;
    ReportEvents events(limits);
    replay(json, events);
    return report_from(std::move(events), limits);
}

}  // namespace gilscope::bench
