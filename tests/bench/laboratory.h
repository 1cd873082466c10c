// What the benchmarks of Gilscope itself share: engines, workloads, an upstream, and a run of them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "bench/report.h"
#include "engine/registry.h"
#include "engine/spawner.h"
#include "http/upstream.h"
#include "runs/compare.h"
#include "runs/errors.h"
#include "runs/sweep.h"
#include "runs/workload_catalog.h"

namespace gilscope::laboratory {

class Laboratory {
  public:
    /// Takes the engines and workloads beside the program, as gilscope does.
    Laboratory();

    /// The standard build's engine twice, under two names: two independent sets of processes of one and the
    /// same.
    static Laboratory with_twins();

    /// `interpreters` empty: the newest of each build.
    runs::CompareRequest request(const std::string& workload, const nlohmann::ordered_json& parameters,
                                 int workers, std::vector<bench::Mode> modes,
                                 std::vector<std::string> interpreters = {});
    /// A workload of tests/workloads.
    runs::CompareRequest request_file(const std::filesystem::path& file, int workers,
                                      std::vector<bench::Mode> modes);
    bench::Report run(const runs::CompareRequest& request);
    bench::Report run(const runs::SweepRequest& request, const runs::ProgressListener& listener);

    const engine::Registry& engines() const { return engines_; }

  private:
    explicit Laboratory(engine::Registry engines);
    runs::CompareRequest request_for(const runs::Workload& workload, const nlohmann::ordered_json& parameters,
                                     int workers, std::vector<bench::Mode> modes);

    engine::Spawner spawner_;
    engine::Registry engines_;
    runs::WorkloadCatalog catalog_;
    http::Upstream upstream_;
};

/// The summary of one cell. Throws std::runtime_error if the report has none.
const bench::CellSummary& cell_of(const bench::Report& report, bench::Build build, bench::Mode mode);

/// "1.93x [1.91-1.95]"
std::string text_of(const bench::Estimate& estimate);

/// Prints "name: text; goal: ok" or "...: MISSED".
void print_goal(const std::string& name, const std::string& text, bool reached);

}  // namespace gilscope::laboratory
