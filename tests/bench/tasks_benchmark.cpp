// /api/tasks under load, over a real socket and on a real disk.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks.h"
#include "load_client.h"
#include "server_process.h"

namespace gilscope::laboratory {

namespace {

/// A database in the working directory, since /tmp may be no disk; gone in the end.
class DatabaseDirectory {
  public:
    DatabaseDirectory() : path_(std::filesystem::current_path() / "gilscope-benchmark") {
        std::filesystem::create_directory(path_);
    }
    ~DatabaseDirectory() { std::filesystem::remove_all(path_); }
    DatabaseDirectory(const DatabaseDirectory&) = delete;
    DatabaseDirectory& operator=(const DatabaseDirectory&) = delete;
    std::string file() const { return (path_ / "tasks.db").string(); }

  private:
    std::filesystem::path path_;
};

class TaskLoads {
  public:
    explicit TaskLoads(const ServerProcess& server) : server_(server) {}

    /// Makes so many, on 64 connections; their ids are used from then on.
    void fill(std::uint64_t count) {
        auto load = posts(64);
        load.count = count;
        load.on_answer = [this](std::uint64_t, int, std::string_view body) {
            constexpr std::size_t id_at = 7;  // {"id":"
            ids_.emplace_back(body.substr(id_at, 36));
        };
        run(fmt::format("POST, the first {}", count), load);
    }

    Load posts(int connections) const {
        return load(connections, [this](std::uint64_t number) {
            return json_request(
                server_.port(), "POST", "/api/tasks",
                fmt::format(R"({{"title":"Task {}","description":"{}"}})", number, std::string(100, 'd')));
        });
    }
    Load changes(int connections) const {
        return load(connections, [this](std::uint64_t number) {
            return json_request(server_.port(), "PATCH", "/api/tasks/" + id(number), R"({"status":"done"})");
        });
    }
    Load gets(int connections) const {
        return load(connections, [this](std::uint64_t number) {
            return get_request(server_.port(), "/api/tasks/" + id(number));
        });
    }
    Load lists(int connections, const std::string& query) const {
        return load(connections, [this, query](std::uint64_t) {
            return get_request(server_.port(), "/api/tasks" + query);
        });
    }
    /// Nine that read, one that writes.
    Load mixed(int connections, double rate) const {
        auto both =
            load(connections, [read = gets(1).request, write = posts(1).request](std::uint64_t number) {
                return number % 10 == 0 ? write(number) : read(number);
            });
        both.rate = rate;
        return both;
    }

    void run(const std::string& name, const Load& load) const {
        const double cpu_before = server_.cpu_seconds();
        const auto result = run_load(load);
        const double cpu = server_.cpu_seconds() - cpu_before;
        fmt::print("{}: {}, {:.0f} µs of CPU time each; {:.0f} MiB\n", name, text_of(result),
                   1e6 * cpu / static_cast<double>(result.all_answers), server_.memory_mib("VmRSS"));
        std::fflush(stdout);
    }

  private:
    Load load(int connections, std::function<std::string(std::uint64_t)> request) const {
        Load load;
        load.port = server_.port();
        load.connections = connections;
        load.request = std::move(request);
        load.duration = std::chrono::seconds(3);
        return load;
    }

    /// All of them in turn, far apart from each other.
    const std::string& id(std::uint64_t number) const { return ids_[number * 7919 % ids_.size()]; }

    const ServerProcess& server_;
    std::vector<std::string> ids_;
};

}  // namespace

void tasks() {
    const DatabaseDirectory directory;
    const ServerProcess server({"--db", directory.file()});
    TaskLoads loads(server);
    loads.fill(100'000);
    for (const int connections : {1, 16, 64}) {
        loads.run(fmt::format("GET of one, {} connections", connections), loads.gets(connections));
        loads.run(fmt::format("POST, {} connections", connections), loads.posts(connections));
        loads.run(fmt::format("PATCH, {} connections", connections), loads.changes(connections));
    }
    loads.run("GET of 50, 16 connections", loads.lists(16, "?limit=50"));
    loads.run("GET of 50 of one status, 16 connections", loads.lists(16, "?limit=50&status=done"));
    loads.run("9 GETs to 1 POST, 16 connections, 5000/s meant", loads.mixed(16, 5000));
    auto whole = loads.lists(1, "");
    whole.count = 3;
    loads.run("GET of all (over 100,000), 1 connection", whole);
    fmt::print("memory at most {:.0f} MiB\n", server.memory_mib("VmHWM"));
}

}  // namespace gilscope::laboratory
