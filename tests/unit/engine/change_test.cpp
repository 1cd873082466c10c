// With real engines: what a confirming run changes is really changed. Left out where none are built.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/cell.h"

using namespace gilscope::engine;

namespace {

/// Tells whether the collector is on, and how many calls its module has seen in all.
constexpr const char* workload = R"(import gc, threading
lock = threading.Lock()
calls = 0
def run():
    global calls
    with lock:
        calls += 1
        return [gc.isenabled(), calls]
)";

class Folder {
  public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "gilscope-change-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
        std::ofstream(path_ / "counting.py") << workload;
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// What two workers return from one call each, in order.
std::vector<std::string> returned(const InstalledEngine& engine, Crew crew, Change change) {
    const Folder folder;
    Spawner spawner;
    const Patience patience{{}, std::chrono::steady_clock::now() + std::chrono::seconds(60)};
    CellPlan plan;
    plan.crew = crew;
    plan.workers = crew == Crew::main_thread ? 1 : 2;
    plan.pycache_prefix = folder.path() / "cache";
    plan.workload_file = folder.path() / "counting.py";
    plan.parameters = nlohmann::ordered_json::object();
    plan.memory_limit_bytes = std::int64_t{1} << 30;
    plan.change = change;
    Cell cell(spawner, engine, plan, patience);
    auto values = cell.run_round(
                          1, patience, [] {}, [] {})
                      .checksums;
    cell.end();
    std::sort(values.begin(), values.end());
    return values;
}

using Values = std::vector<std::string>;

}  // namespace

TEST_SUITE("engine/change") {
    TEST_CASE("of every engine") {
        const Registry registry = Registry::discover(Registry::default_directory());
        REQUIRE(registry.has(false));
        REQUIRE(registry.has(true));
        for (const InstalledEngine& engine : registry.engines()) {
            CAPTURE(engine.id);
            CHECK(returned(engine, Crew::threads, Change::none) == Values{"[true,1]", "[true,2]"});
            CHECK(returned(engine, Crew::threads, Change::private_modules) == Values{"[true,1]", "[true,1]"});
            CHECK(returned(engine, Crew::threads, Change::collector_off) == Values{"[false,1]", "[false,2]"});
            CHECK(returned(engine, Crew::main_thread, Change::collector_off) == Values{"[false,1]"});
        }
    }
}
