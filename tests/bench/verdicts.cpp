// Does each shipped workload get the verdict that it was written to show?
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "benchmarks.h"
#include "laboratory.h"

namespace gilscope::laboratory {
namespace {

using bench::Mode;

struct Expected {
    std::string workload;
    std::string gil;  ///< empty: this workload says nothing about that build
    std::string ft;
};

void note(const bench::Report& report, const Expected& expected) {
    for (const bench::Verdict& verdict : report.verdicts) {
        const std::string& wanted = verdict.build == bench::Build::gil ? expected.gil : expected.ft;
        if (wanted.empty()) {
            continue;
        }
        print_goal(fmt::format("{} {}, expected {}", expected.workload, verdict.interpreter, wanted),
                   verdict.kind, verdict.kind == wanted);
        fmt::print("    {}\n", verdict.sentence);
    }
    std::fflush(stdout);
}

}  // namespace

void verdicts() {
    const std::vector<Expected> all = {
        {"count_primes", "lock_bound", "scales"},
        {"sleep", "io_bound", "io_bound"},
        {"sha256", "native_parallel", "scales"},
        {"shared_lock", "lock_bound", "application_lock"},
        {"make_containers", "lock_bound", "gc_pauses"},
        {"shared_dict", "lock_bound", "object_lock_contention"},
        {"shared_floats", "lock_bound", "refcount_contention"},
        {"short_releases", "handoff_storm", ""},
        {"regex_backtrack", "long_native_call", "scales"},
    };
    for (const Expected& expected : all) {
        Laboratory laboratory;
        const auto parameters = expected.workload == "count_primes" ? nlohmann::ordered_json{{"n", 50'000}}
                                                                    : nlohmann::ordered_json::object();
        note(laboratory.run(
                 laboratory.request(expected.workload, parameters, 2, {Mode::threads, Mode::processes})),
             expected);
    }
}

}  // namespace gilscope::laboratory
