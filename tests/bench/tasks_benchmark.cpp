// /api/tasks under load, over a real socket and on a real disk.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks.h"
#include "laboratory.h"
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
    /// Of five, four read (one task or a page, by turns) and one writes.
    Load mixed(int connections, double rate) const {
        auto both = load(connections, [one = gets(1).request, page = lists(1, "?limit=20").request,
                                       write = posts(1).request](std::uint64_t number) {
            if (number % 5 == 0) {
                return write(number);
            }
            return number % 2 == 0 ? one(number) : page(number);
        });
        both.rate = rate;
        return both;
    }
    /// The oldest 100 of those that fill() made.
    Load last_page() const { return lists(1, "?limit=100&cursor=" + oldest_but_100()); }

    LoadResult run(const std::string& name, const Load& load) const {
        const double cpu_before = server_.cpu_seconds();
        auto result = run_load(load);
        const double cpu = server_.cpu_seconds() - cpu_before;
        fmt::print("{}: {}, {:.0f} µs of CPU time each; {:.0f} MiB\n", name, text_of(result),
                   1e6 * cpu / static_cast<double>(result.all_answers), server_.memory_mib("VmRSS"));
        std::fflush(stdout);
        return result;
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

    /// Ids are sorted by creation.
    std::string oldest_but_100() const {
        auto oldest = ids_;
        std::nth_element(oldest.begin(), oldest.begin() + 100, oldest.end());
        return oldest[100];
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

    const auto posts = loads.run("POST, 16 connections", loads.posts(16));
    print_goal("POST, 16 connections, durable: at least 8000/s, p99 at most 20 ms", text_of(posts),
               posts.per_second() >= 8000 && posts.percentile_ms(0.99) <= 20);
    const auto lists = loads.run("GET of 20, 16 connections", loads.lists(16, "?limit=20"));
    print_goal("GET of 20, 16 connections: at least 15000/s", text_of(lists), lists.per_second() >= 15'000);

    const auto first = loads.run("first page of 100", loads.lists(1, "?limit=100"));
    const auto last = loads.run("last page of 100", loads.last_page());
    const double ratio = last.percentile_ms(0.5) / first.percentile_ms(0.5);
    print_goal("last page against the first, medians: at most 1.5", fmt::format("{:.2f}", ratio),
               ratio <= 1.5);

    auto whole = loads.lists(1, "");
    whole.count = 3;
    const double before_mib = server.memory_mib("VmHWM");
    loads.run("GET of all (over 100,000), 1 connection", whole);
    const double more_mib = server.memory_mib("VmHWM") - before_mib;
    print_goal("GET of all: at most 10 MB more memory", fmt::format("{:.1f} MiB", more_mib),
               more_mib * 1.048576 <= 10);

    loads.run("GET of one, 16 connections", loads.gets(16));
    loads.run("PATCH, 16 connections", loads.changes(16));
}

void tasks_in_open_loop() {
    const DatabaseDirectory directory;
    const ServerProcess server({"--db", directory.file()});
    TaskLoads loads(server);
    loads.fill(10'000);
    auto load = loads.mixed(128, 2000);
    load.duration = std::chrono::seconds(60);
    const double before_mib = server.memory_mib("VmRSS");
    const auto result = loads.run("2000/s meant for 60 s, 128 connections, 80 % reads", load);
    const double more_mib = server.memory_mib("VmRSS") - before_mib;
    print_goal("open loop: no error, p99 from the intended start at most 25 ms", text_of(result),
               result.refused() + result.broken == 0 && result.percentile_ms(0.99) <= 25);
    print_goal("open loop: memory flat (at most 8 MiB more)", fmt::format("{:.1f} MiB", more_mib),
               more_mib <= 8);
}

}  // namespace gilscope::laboratory
