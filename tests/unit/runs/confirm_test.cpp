// With real engines: a confirming run from its first block to its summary, and each way in which it ends
// early.
#include "runs/confirm.h"

#include <doctest/doctest.h>

#include <fstream>

#include "bench/made_up.h"
#include "engine/errors.h"
#include "runs/temporary_directory.h"

using namespace gilscope;
using namespace gilscope::bench;
using namespace gilscope::runs;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

/// Fails unless the collector is off.
constexpr const char* workload = R"(import gc
def run():
    if gc.isenabled():
        raise RuntimeError("the collector is on")
    return sum(range(1000))
)";

class Fixture {
  public:
    Fixture() {
        const auto file = folder_.path() / "wants_no_collector.py";
        std::ofstream(file) << workload;
        request_.workload.file = file;
        request_.parameters = nlohmann::ordered_json::object();
        report_.interpreters.front().id = id();
        for (CellFacts& facts : report_.measurements.cells) {
            facts.cell.interpreter = id();
        }
        summarize(report_);
    }

    std::optional<Confirmation> confirm(Change change, Clock::duration time = 1min) {
        const Surroundings surroundings{engines_, spawner_, ""};
        const BlockContext context{request_,
                                   surroundings,
                                   {},
                                   folder_.path() / "cache",
                                   {},
                                   0,
                                   std::int64_t{1} << 30,
                                   engine::Change::none};
        const engine::Patience patience{stop_.get_token(), Clock::now() + 1min};
        return runs::confirm(report_, {change, id(), 2},
                             {context, patience, random_, Clock::now() + time, [this] { ++told_; }});
    }

    std::string id() const { return engines_.newest(true).id; }
    void stop() { stop_.request_stop(); }
    int told() const { return told_; }

  private:
    engine::Registry engines_ = engine::Registry::discover(engine::Registry::default_directory());
    engine::Spawner spawner_;
    TemporaryDirectory folder_;
    CompareRequest request_;
    Report report_ = made_up::report_of(made_up::columns_of(Build::ft, {190, 1.1, 0.01}));
    std::mt19937_64 random_{1};
    std::stop_source stop_;
    int told_ = 0;
};

}  // namespace

TEST_SUITE("runs/confirm") {
    TEST_CASE("blocks of fresh engines with that one change") {
        Fixture fixture;
        const auto confirmation = fixture.confirm(Change::collector_off);
        REQUIRE(confirmation.has_value());
        CHECK(confirmation->change == Change::collector_off);
        CHECK(confirmation->workers == 2);
        const Report& run = confirmation->run;
        // A busy machine may have disturbed too many of them.
        CHECK((run.counted_blocks() == confirming_blocks || run.disturbed_blocks() == 3));
        REQUIRE(run.cells.size() == 2);
        for (const Block& block : run.measurements.blocks) {
            for (const auto& cell : block.cells) {
                REQUIRE(cell.has_value());
                CHECK(std::count_if(cell->samples.begin(), cell->samples.end(), [](const Sample& sample) {
                          return !sample.warmup;
                      }) == rounds_per_confirming_block);
            }
        }
        const auto blocks = static_cast<int>(run.measurements.blocks.size());
        CHECK(fixture.told() == blocks * (1 + rounds_per_confirming_block));
    }

    TEST_CASE("a workload that fails under the change says so") {
        Fixture fixture;
        CHECK_THROWS_AS(fixture.confirm(Change::private_modules), engine::WorkloadError);
        CHECK_THROWS_AS(fixture.confirm(Change::one_worker), engine::WorkloadError);
    }

    TEST_CASE("no time, no run") {
        Fixture fixture;
        CHECK_FALSE(fixture.confirm(Change::collector_off, 0s).has_value());
        CHECK_FALSE(fixture.confirm(Change::collector_off, 20ms).has_value());
    }

    TEST_CASE("stops when asked to") {
        Fixture fixture;
        fixture.stop();
        CHECK_THROWS_AS(fixture.confirm(Change::collector_off), engine::Cancelled);
    }
}
