#include "runs/worker_counts.h"

#include <doctest/doctest.h>

#include "runs/errors.h"
#include "runs/memory_need.h"
#include "runs/sweep.h"

using namespace gilscope::runs;
using gilscope::bench::Mode;

TEST_SUITE("runs/worker_counts") {
    TEST_CASE("lists and ranges") {
        CHECK(worker_counts_from("1,2,4").counts == std::vector{1, 2, 4});
        CHECK(worker_counts_from("3").counts == std::vector{3});
        CHECK(worker_counts_from("1..4,8").counts == std::vector{1, 2, 3, 4, 8});
        CHECK(worker_counts_from("1..32").counts.size() == 32);
        CHECK(worker_counts_from("1..32").remark.empty());
    }

    TEST_CASE("descending and repeated numbers are put in order, and that is said") {
        for (const char* text : {"4,2,1", "1,2,2,4", "4..1,3,2", "4,2,1,1"}) {
            CAPTURE(text);
            const WorkerCounts counts = worker_counts_from(text);
            CHECK(counts.problem.empty());
            CHECK(counts.counts.front() == 1);
            CHECK(counts.counts.back() == 4);
            CHECK(counts.remark.find("are measured as 1, 2") != std::string::npos);
        }
    }

    TEST_CASE("what can't be measured is a problem") {
        for (const char* text : {"", "0", "1,0", "10000", "1..10000", "1..2147483647", "-1", "1,,2", "1,",
                                 "a", "1..", "..2", "1...3", "1.5", "1 2", "99999999999", "1..65"}) {
            CAPTURE(text);
            CHECK_FALSE(worker_counts_from(text).problem.empty());
        }
        CHECK(worker_counts_from("1..64").problem.empty());
        CHECK_FALSE(in_order({}).problem.empty());
    }

    TEST_CASE("the default goes up in powers of two, at least to 2") {
        const std::vector<int> counts = default_worker_counts();
        CHECK(counts.front() == 1);
        CHECK(counts.size() > 1);
        CHECK(in_order(counts).remark.empty());
    }

    TEST_CASE("memory: what all cells of one W need at the same time") {
        const std::vector<EngineMemory> engines{{3, 10}, {5, 20}};
        CHECK(memory_need_bytes(4, {Mode::sequential}, engines) == 13 + 25);
        CHECK(memory_need_bytes(4, {Mode::sequential, Mode::threads, Mode::interpreters, Mode::processes},
                                engines) == 2 * (13 + 25) + 2 * (10 + 4 * 3 + 20 + 4 * 5));
        CHECK_NOTHROW(check_memory({1, 2, 4}, {Mode::processes}, engines, 62));
        CHECK_THROWS_WITH_AS(check_memory({1, 2, 4, 8}, {Mode::processes}, engines, 61),
                             doctest::Contains("workers: 4, 8 would need up to 0 MiB"), InvalidRequest);
        CHECK_THROWS_WITH_AS(check_memory({8}, {Mode::processes}, engines, 61),
                             doctest::Contains("up to 3 fit"), InvalidRequest);
        CHECK_THROWS_WITH_AS(check_memory({8}, {Mode::processes}, engines, 1),
                             doctest::Contains("not even 1 fits"), InvalidRequest);
    }
}
