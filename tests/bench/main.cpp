// build/benchmarks NAME [RUNS]: figures that tests must not assert, since noise can break them.
// Run them on a quiet machine: see `gilscope doctor`.
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "benchmarks.h"
#include "machine/machine.h"

int main(int count, char** arguments) {
    using namespace gilscope::laboratory;
    const int runs = count > 2 ? std::atoi(arguments[2]) : 0;
    const std::map<std::string, std::function<void()>> all = {
        {"repeatability", [=] { repeatability(runs > 0 ? runs : 10); }},
        {"same_against_same", [=] { same_against_same(runs > 0 ? runs : 100); }},
        {"float_constant", float_constant},
        {"http_roundtrip", http_roundtrip},
        {"dispatch", dispatch},
        {"busy_neighbour", busy_neighbour},
        {"http_rate", http_rate},
        {"http_silent", http_silent},
        {"http_idle", http_idle},
        {"http_slow", http_slow},
        {"http_streams", http_streams},
        {"http_stop", [=] { http_stop(runs > 0 ? runs : 50); }},
        {"tasks", tasks},
        {"tasks_in_open_loop", tasks_in_open_loop},
        {"verdicts", verdicts},
        {"scheduling_delay", scheduling_delay},
        {"report_loading", report_loading},
        {"chart_rendering", chart_rendering},
        {"sweep_of_cpu", sweep_of_cpu},
        {"sweep_of_io", sweep_of_io},
    };
    const auto chosen = all.find(count > 1 ? arguments[1] : "");
    if (chosen == all.end()) {
        fmt::print(stderr, "usage: benchmarks NAME [RUNS]; the names are:");
        for (const auto& [name, run] : all) {
            fmt::print(stderr, " {}", name);
        }
        fmt::print(stderr, "\n");
        return 2;
    }
    for (const std::string& reason : gilscope::machine::quietness().reasons) {
        fmt::print("NOT QUIET: {}\n", reason);
    }
    chosen->second();
    return 0;
}
