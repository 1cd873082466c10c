#include "bench/reservations.h"

#include <fmt/format.h>

#include <utility>

#include "bench/fitness.h"
#include "text/text.h"

namespace gilscope::bench {
namespace {

using Json = nlohmann::ordered_json;
using Sentences = std::vector<std::string>;

std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void note_difference(Sentences& sentences, const std::string& what, const std::string& a,
                     const std::string& b) {
    if (a != b) {
        sentences.push_back(fmt::format("{} differs: {} and {}.", what, a.empty() ? "unknown" : a,
                                        b.empty() ? "unknown" : b));
    }
}

/// Which cores and how many of them say more of a result than anything else that differs between machines.
void compare_machines(Sentences& sentences, const Report& a, const Report& b) {
    for (const auto& [key, what] :
         {std::pair("cpu_model", "The processor"), std::pair("governor", "The CPU governor"),
          std::pair("kernel", "The kernel")}) {
        const auto in = [name = key](const Report& report) {
            return report.machine.is_object() ? text_of(report.machine.value(name, Json())) : "";
        };
        note_difference(sentences, what, in(a), in(b));
    }
    note_difference(sentences, "The number of usable cores", fmt::format("{}", a.measurements.usable_cores),
                    fmt::format("{}", b.measurements.usable_cores));
}

std::string numbers_of_workers(const Report& report) {
    std::string text;
    for (const int number : worker_counts(report.measurements)) {
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    }
    return text;
}

void compare_work(Sentences& sentences, const Report& a, const Report& b) {
    note_difference(sentences, "The workload", a.workload.name, b.workload.name);
    note_difference(sentences, "The parameters", text_of(a.workload.parameters),
                    text_of(b.workload.parameters));
    note_difference(sentences, "The number of workers", numbers_of_workers(a), numbers_of_workers(b));
    note_difference(sentences, "Pinning", a.measurements.pinned ? "on" : "off",
                    b.measurements.pinned ? "on" : "off");
}

std::string describe(const Report& report, Build build) {
    std::string text;
    for (const InterpreterFacts& facts : report.interpreters) {
        if (facts.build == build) {
            text += fmt::format("{}Python {} ({}, {})", text.empty() ? "" : ", ", facts.version,
                                facts.compiler, facts.optimization);
        }
    }
    return text;
}

void compare_programs(Sentences& sentences, const Report& a, const Report& b) {
    for (const auto& [build, what] :
         {std::pair(Build::gil, "The build with the GIL"), std::pair(Build::ft, "The free-threaded build")}) {
        const auto of_a = describe(a, build);
        const auto of_b = describe(b, build);
        if (!of_a.empty() && !of_b.empty()) {
            note_difference(sentences, what, of_a, of_b);
        }
    }
    note_difference(sentences, "The version of Gilscope", a.gilscope_version, b.gilscope_version);
}

/// What one of the two lacks to carry a conclusion.
void look_at(Sentences& sentences, const std::string& which, const Report& report) {
    if (report.state != "done") {
        sentences.push_back(fmt::format("{} did not run to its end ({}).", which, report.state));
    }
    const auto counts = worker_counts(report.measurements);
    for (const int workers : counts) {
        const auto at = counts.size() > 1 ? " at " + text::counted(workers, "worker") : std::string();
        const int blocks = report.counted_blocks(workers);
        if (blocks < min_blocks_for_interval) {
            sentences.push_back(
                fmt::format("{} has {}{}, too few for an interval: nothing can be significant.", which,
                            text::counted(blocks, "block"), at));
        }
        if (too_disturbed(report, workers)) {
            sentences.push_back(fmt::format("{} was disturbed too often by other programs{}.", which, at));
        }
    }
}

}  // namespace

Sentences reservations(const Report& a, const Report& b) {
    Sentences sentences;
    compare_work(sentences, a, b);
    compare_programs(sentences, a, b);
    compare_machines(sentences, a, b);
    look_at(sentences, "The first run", a);
    look_at(sentences, "The second run", b);
    return sentences;
}

}  // namespace gilscope::bench
