#include "bench/schedule.h"

#include <doctest/doctest.h>

#include <set>

using namespace gilscope::bench;
using std::chrono::seconds;

namespace {

/// Visits as long as the schedule wants, each block taking a second a worker; converged from the given block
/// on.
struct Visit {
    std::map<int, int> blocks;
    std::vector<int> order;
    std::chrono::nanoseconds elapsed{};
};

Visit visit(Schedule& schedule, int converged_from, int disturbed_of = 0) {
    std::mt19937_64 random(1);
    Visit visit;
    std::map<int, int> disturbed;
    while (const auto workers = schedule.next(visit.elapsed, random)) {
        const auto took = seconds(*workers);
        visit.elapsed += took;
        visit.order.push_back(*workers);
        const bool thrown_away = *workers == disturbed_of;
        disturbed[*workers] += thrown_away ? 1 : 0;
        const int counted = visit.blocks[*workers] += thrown_away ? 0 : 1;
        schedule.note({*workers, counted, disturbed[*workers], counted >= converged_from, took},
                      visit.elapsed);
        REQUIRE(visit.order.size() < 1000);
    }
    return visit;
}

}  // namespace

TEST_SUITE("bench/schedule") {
    TEST_CASE("every number of workers once, in random order, before any comes again") {
        Schedule schedule({1, 2, 4, 8}, {});
        const Visit done = visit(schedule, 1);
        CHECK(done.order.size() == 4 * min_blocks_for_interval);
        std::set<std::vector<int>> orders;
        for (std::size_t pass = 0; pass < done.order.size(); pass += 4) {
            const std::vector<int> part(done.order.begin() + static_cast<std::ptrdiff_t>(pass),
                                        done.order.begin() + static_cast<std::ptrdiff_t>(pass) + 4);
            orders.insert(part);
            CHECK(std::set(part.begin(), part.end()) == std::set{1, 2, 4, 8});
        }
        CHECK(orders.size() > 1);
        CHECK(schedule.stopped_because() == "converged");
    }

    TEST_CASE("one that needs more goes on alone, up to its own limit") {
        Budget budget;
        budget.soft_time = seconds(20);
        Schedule schedule({1, 2}, budget);
        const Visit done = visit(schedule, 1000);
        CHECK(done.blocks.at(1) == 20);
        CHECK(done.blocks.at(2) == 10);
        CHECK(schedule.stopped_because() == "budget_used");
    }

    TEST_CASE("a fixed number of blocks is meant for each") {
        Budget budget;
        budget.blocks = 3;
        Schedule schedule({1, 2, 4}, budget);
        CHECK(schedule.blocks_expected() == 9);
        CHECK(visit(schedule, 1000).blocks == std::map<int, int>{{1, 3}, {2, 3}, {4, 3}});
        CHECK(schedule.blocks_expected() == 9);
        CHECK(schedule.remaining(seconds(0)) == seconds(0));
    }

    TEST_CASE("a firm time is meant for the whole run, and is kept") {
        for (const int limit : {1, 5, 8, 20, 60, 100}) {
            CAPTURE(limit);
            Budget budget;
            budget.time = seconds(limit);
            Schedule schedule({1, 2, 4}, budget);
            const Visit done = visit(schedule, 1000);
            CHECK(!done.order.empty());
            CHECK((done.elapsed <= seconds(limit) || done.order.size() == 1));
            CHECK(schedule.remaining(seconds(limit)) == seconds(0));
        }
    }

    TEST_CASE("one number of workers that is always disturbed doesn't stop the others") {
        Schedule schedule({1, 2}, {});
        const Visit done = visit(schedule, 6, 2);
        CHECK(done.blocks.at(1) == 6);
        CHECK(done.order.size() == 6 + 4);
        CHECK(schedule.stopped_because() == "too_disturbed");
    }

    TEST_CASE("what is left is estimated from the blocks so far") {
        Budget budget;
        budget.blocks = 2;
        Schedule schedule({1, 4}, budget);
        CHECK(schedule.remaining(seconds(0)) == seconds(0));
        std::mt19937_64 random(1);
        const int first = *schedule.next(seconds(0), random);
        schedule.note({first, 1, 0, false, seconds(first)}, seconds(first));
        CHECK(schedule.remaining(seconds(first)) == seconds(1 + 4 + 4 + 1 - first));
    }
}
