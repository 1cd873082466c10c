#include "bench/disturbance.h"

#include <doctest/doctest.h>

#include "bench/made_up.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

struct Quiet {
    const char* name;
    Row row;
};

// Rows of a quiet machine with 2 workers on 2 cores; a daemon that uses less than a tick's worth is normal.
const std::vector<Quiet> quiet_rows{
    {"private data", {105, 1.9, 0.01, 0, 0, 10}},       {"lock_bound", {200, 1.0, 0.01, 130, 0, 10}},
    {"io_bound", {100, 0.01, 0.0, 4, 0, 10}},           {"native_parallel", {100, 2.0, 0.02, 1}},
    {"application_lock", {180, 1.0, 0.01, 20, 0, 10}},  {"gc_pauses", {180, 1.2, 0.05, 30, 0.4, 10}},
    {"object_lock_contention", {200, 1.95, 0.01, 150}}, {"refcount_contention", {660, 1.9, 0.1, 0, 0, 20}},
    {"handoff_storm", {400, 1.4, 0.01, 12000, 0, 20}},
};

}  // namespace

TEST_SUITE("bench/disturbance") {
    TEST_CASE("no row of a quiet machine is called disturbed") {
        for (const Quiet& quiet_row : quiet_rows) {
            CAPTURE(quiet_row.name);
            CHECK_FALSE(disturbance(sample_of(quiet_row.row), 2, 2.0).has_value());
        }
    }

    TEST_CASE("a busy neighbour is") {
        const Row neighbour{200, 1.0, 0.85, 0, 0, 200, 0.9};
        const auto reason = disturbance(sample_of(neighbour), 2, 2.0);
        REQUIRE(reason.has_value());
        CHECK(reason->find("200 ms of CPU") != std::string::npos);
    }

    TEST_CASE("one witness is enough, none isn't") {
        Row row{200, 1.0, 0.85};
        CHECK_FALSE(disturbance(sample_of(row), 2, 2.0).has_value());
        row.pressure = 0.5;
        CHECK(disturbance(sample_of(row), 2, 2.0).has_value());
        row.pressure = 0;
        Sample stolen = sample_of(row);
        stolen.steal = from_ms(30);
        CHECK(disturbance(stolen, 2, 2.0).has_value());
        row.others_ms = 19;  // within a tick of 5 % of 200 ms
        CHECK_FALSE(disturbance(sample_of(row), 2, 2.0).has_value());
    }

    TEST_CASE("more workers than cores wait for each other") {
        const Row own{200, 1.7, 2.05, 0, 0, 20, 1.0};
        CHECK_FALSE(disturbance(sample_of(own), 4, 2.0).has_value());
        const Row neighbour{250, 1.6, 2.4, 0, 0, 100, 1.0};
        CHECK(disturbance(sample_of(neighbour), 4, 2.0).has_value());
    }

    TEST_CASE("a sequential cell uses one core and isn't asked for more") {
        CHECK_FALSE(disturbance(sample_of({200, 1.0, 0.02, 0, 0, 150, 0.0}), 1, 2.0).has_value());
        CHECK(disturbance(sample_of({200, 0.6, 0.4, 0, 0, 150, 0.4}), 1, 2.0).has_value());
    }

    TEST_CASE("much steal disturbs whatever else is read") {
        Sample sample = sample_of({200, 1.9, 0.01});
        sample.steal = from_ms(60);
        CHECK(disturbance(sample, 2, 2.0).has_value());
        sample.steal = from_ms(30);
        CHECK_FALSE(disturbance(sample, 2, 2.0).has_value());
        Sample brief = sample_of({50, 1.9, 0.01});
        brief.steal = from_ms(20);
        CHECK_FALSE(disturbance(brief, 2, 2.0).has_value());
    }

    TEST_CASE("a quota that stops workers who don't exceed it themselves disturbs them") {
        Sample sample = sample_of({200, 1.2, 0.01});
        sample.throttled = 2;
        sample.throttled_time = from_ms(150);
        const auto reason = disturbance(sample, 2, 2.0);
        REQUIRE(reason.has_value());
        CHECK(reason->find("a CPU quota stopped them 2 times, 150 ms") != std::string::npos);

        CHECK_FALSE(disturbance(sample, 3, 2.0).has_value());  // their own demand explains it
        sample.throttled_time = from_ms(5);                    // too little to matter
        CHECK_FALSE(disturbance(sample, 2, 2.0).has_value());
        Sample busy = sample_of({200, 1.9, 0.01});  // stopped, and got its cores all the same
        busy.throttled = 2;
        busy.throttled_time = from_ms(150);
        CHECK_FALSE(disturbance(busy, 2, 2.0).has_value());
    }

    TEST_CASE("an empty sample isn't disturbed") {
        CHECK_FALSE(disturbance(Sample{}, 2, 2.0).has_value());
    }

    TEST_CASE("a block is judged by its counted samples and names the cell") {
        Report report = report_of(columns_of(Build::ft, {105, 1.9, 0.01}), 1);
        Block& block = report.measurements.blocks.front();
        CHECK_FALSE(disturbance(block, report.measurements).has_value());
        auto& samples = block.cells[1]->samples;
        const Sample bad = sample_of({200, 1.0, 0.85, 0, 0, 200, 0.9});
        samples.front() = bad;
        samples.front().warmup = true;
        CHECK_FALSE(disturbance(block, report.measurements).has_value());
        samples.back() = bad;
        const auto reason = disturbance(block, report.measurements);
        REQUIRE(reason.has_value());
        CHECK(reason->find("3.13t threads x2") == 0);
    }

    TEST_CASE("a missing cell is passed over") {
        Report report = report_of(columns_of(Build::ft, {105, 1.9, 0.01}), 1);
        report.measurements.blocks.front().cells[2] = std::nullopt;
        CHECK_FALSE(disturbance(report.measurements.blocks.front(), report.measurements).has_value());
    }
}
