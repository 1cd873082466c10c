// What was collected from a server that speaks the contract: the times of /api/benchmark at several numbers
// of workers.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/report.h"

namespace gilscope::chart {

/// Written as {"python", "gil_enabled", "task", "n" or "delay_ms", "points": [{"workers", "sequential",
/// "threads", "interpreters", ...}]}, times in milliseconds, null where a mode wasn't available.
struct Collected {
    struct AtWorkers {
        int workers = 1;
        std::map<bench::Mode, double> times_ms;
    };

    std::string python;  ///< "3.14.0"
    bool gil_enabled = true;
    std::string task;       ///< "cpu" or "io"
    std::int64_t size = 0;  ///< n of cpu, delay_ms of io
    std::vector<AtWorkers> points;
};

/// "n" or "delay_ms".
std::string size_name(const std::string& task);

nlohmann::ordered_json to_json(const Collected& collected);
/// Throws bench::BadReport. Members that it doesn't know are passed over, so files of others can be read.
Collected collected_from(const nlohmann::ordered_json& json);

/// For drawing: a sweep without blocks, machine or intervals.
bench::Report as_report(const Collected& collected);

}  // namespace gilscope::chart
