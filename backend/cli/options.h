// What the command line said, as text where it is checked later together with everything else.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/installation.h"

namespace gilscope::cli {

struct RunOptions {
    Places places;
    std::string workload;  ///< a name, or a path to a .py file
    std::string workers;   ///< empty: the usable cores; of a sweep: "1,2,4", "1..32", empty: 1, 2, 4, ...
    std::vector<std::string> modes;
    std::vector<std::string> builds;
    std::vector<std::string> interpreters;
    std::vector<std::string> parameters;  ///< "name=value"
    std::string budget;                   ///< "20s"
    std::string blocks;
    std::string deadline = "10m";
    std::string memory_limit;  ///< "512M"
    std::string json;          ///< a file, or "-"
    std::string send;          ///< address of a server that keeps the report
    std::string format;        ///< "json", "csv", "markdown"; empty: a table
    bool pin = true;
    bool quiet = false;
};

struct ChartOptions {
    std::vector<std::string> files;
    std::string kind = "speedup";
    std::string output = "-";
};

struct ExportOptions {
    std::string file;
    std::string format = "csv";
    std::string output = "-";
};

struct FinishOptions {
    std::string file;
    std::string output;  ///< empty: the file without ".partial"
};

struct CollectOptions {
    std::string base_url = "http://127.0.0.1:8000";
    std::string task = "cpu";
    std::int64_t n = 200'000;
    std::int64_t delay_ms = 50;
    std::string workers = "1..32";
    std::string patience = "10m";  ///< for each answer
    std::string output;
};

struct RenderOptions {
    std::string gil;
    std::string ft;
    std::string mode = "speedup";
    std::string output;
};

struct DoctorOptions {
    Places places;
    bool json = false;
};

struct ServeOptions {
    Places places;
    std::string host = "127.0.0.1";
    int port = 8000;
    std::string database;  ///< a file for tasks and runs, or ":memory:"; empty: see database_place.h
    std::string cors_origin = "http://localhost:5500";
    std::vector<std::string> allowed_hosts;
    int listen_backlog = 128;
    int max_connections = 4096;
    int max_streams = 256;
    int queue = 8;
    std::string default_build;  ///< empty: gil where there is one
    std::string benchmark_limit = "120s";
    std::string log_level = "info";
    std::string log_format = "text";
};

struct HealthOptions {
    std::string url;  ///< empty: the health of the server on `port` of this machine
    int port = 8000;
    std::string hold;  ///< "10m"; empty: one look
};

struct WebOptions {
    std::string host = "127.0.0.1";
    int port = 5500;
    std::vector<std::string> apis{"http://localhost:8000"};
    std::vector<std::string> allowed_hosts;
    std::string log_level = "info";
    std::string log_format = "text";
};

/// Bytes. An engine needs some 12 MB before it has loaded anything: with less, none can be measured.
inline constexpr std::int64_t least_memory_limit = 16 << 20;

/// "500ms", "20s", "2m", "1h", or a number of seconds. Nothing if it is something else or not positive.
std::optional<std::chrono::nanoseconds> parse_duration(const std::string& text);
/// "64M", "2G", or a number of bytes. Nothing if it is something else or not positive.
std::optional<std::int64_t> parse_size(const std::string& text);
/// A whole number, nothing around it.
std::optional<int> parse_whole_number(const std::string& text);

}  // namespace gilscope::cli
