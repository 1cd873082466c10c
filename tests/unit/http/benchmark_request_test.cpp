#include "http/benchmark_request.h"

#include <doctest/doctest.h>

#include "engine/errors.h"
#include "runs/errors.h"

using namespace gilscope;
using namespace gilscope::http;

namespace {

engine::InstalledEngine made_up_engine(const std::string& id, bool free_threaded,
                                       const std::string& problem = "") {
    engine::InstalledEngine engine;
    engine.id = id;
    engine.version = "3.13.15";
    engine.free_threaded = free_threaded;
    engine.gil_enabled = !free_threaded;
    engine.problem = problem;
    return engine;
}

/// An installation with engines and no workloads: a request that is right fails at its workload, and only
/// there.
class Fixture {
  public:
    explicit Fixture(std::vector<engine::InstalledEngine> engines = {made_up_engine("3.13", false),
                                                                     made_up_engine("3.13t", true)})
        : engines_(std::move(engines)) {}

    /// Field -> problem; "workload" for a request that is right.
    std::map<std::string, std::string> problems(const std::string& raw) {
        Query query(raw, benchmark_parameters());
        try {
            read_benchmark_request(query, services_, std::chrono::seconds(1));
        } catch (const runs::InvalidRequest& error) {
            return error.fields();
        } catch (const engine::EngineError& error) {
            return {{"workload", error.what()}};
        }
        return {};
    }
    bool is_right(const std::string& raw) { return problems(raw).contains("workload"); }

  private:
    engine::Registry engines_;
    engine::Spawner spawner_;
    runs::WorkloadCatalog workloads_{{}, engine::Inspector(engines_, spawner_)};
    Services services_{engines_, spawner_, workloads_};
};

}  // namespace

TEST_SUITE("http/benchmark_request") {
    TEST_CASE_FIXTURE(Fixture, "what is right") {
        for (const auto* raw :
             {"", "task=cpu", "task=io", "task=io&delay_ms=1000", "n=10000&workers=64&repeats=20",
              "build=gil", "build=ft", "build=all", "interpreter=3.13t", "modes=threads",
              "modes=sequential,threads,interpreters,processes"}) {
            CAPTURE(raw);
            CHECK(is_right(raw));
        }
        CHECK(problems("task=io").at("workload").find("http_roundtrip") != std::string::npos);
        CHECK(problems("").at("workload").find("count_primes") != std::string::npos);
    }

    TEST_CASE_FIXTURE(Fixture, "each wrong field is named") {
        const std::vector<std::pair<const char*, const char*>> wrong{
            {"task=disk", "task"},
            {"workers=0", "workers"},
            {"workers=65", "workers"},
            {"n=9999", "n"},
            {"n=5000001", "n"},
            {"task=io&n=10000", "n"},
            {"delay_ms=50", "delay_ms"},
            {"task=io&delay_ms=0", "delay_ms"},
            {"task=io&delay_ms=1001", "delay_ms"},
            {"build=debug", "build"},
            {"build=gil&interpreter=3.13", "build"},
            {"interpreter=2.7", "interpreter"},
            {"modes=", "modes"},
            {"modes=threads,", "modes"},
            {"modes=threads,threads", "modes"},
            {"modes=magic", "modes"},
            {"repeats=0", "repeats"},
            {"repeats=21", "repeats"},
            {"verbose=1", "verbose"},
        };
        for (const auto& [raw, field] : wrong) {
            CAPTURE(raw);
            const auto found = problems(raw);
            CHECK(found.size() == 1);
            CHECK(found.contains(field));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "all of them at once") {
        CHECK(problems("task=io&n=1&workers=x&repeats=0&modes=y&interpreter=z&w=1").size() == 6);
    }

    TEST_CASE("a build that isn't installed is a wrong field, unless it is the default") {
        Fixture only_gil({made_up_engine("3.13", false), made_up_engine("3.13t", true, "it doesn't start")});
        CHECK(only_gil.problems("build=ft").contains("build"));
        CHECK(only_gil.problems("interpreter=3.13t").contains("interpreter"));
        CHECK(only_gil.is_right("build=all"));
        Fixture nothing(std::vector<engine::InstalledEngine>{});
        CHECK(nothing.is_right(""));  // an EngineError: 500, not 422
        CHECK(nothing.is_right("build=all"));
    }
}
