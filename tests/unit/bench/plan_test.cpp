#include "bench/plan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace gilscope::bench;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST_SUITE("bench/plan") {
    TEST_CASE("names of modes and builds") {
        for (const Mode mode : all_modes) {
            CHECK(mode_named(name_of(mode)) == mode);
        }
        CHECK(build_named("ft") == Build::ft);
        CHECK(build_named("gil") == Build::gil);
        CHECK_FALSE(build_named("").has_value());
        CHECK_FALSE(mode_named("Threads").has_value());
        CHECK(to_string(Cell{"3.13t", Build::ft, Mode::threads, 4}) == "3.13t threads x4");
    }

    TEST_CASE("enough calls for a round of 110 ms") {
        CHECK(calls_per_round(milliseconds(10)) == 11);
        CHECK(calls_per_round(milliseconds(109)) == 2);
        CHECK(calls_per_round(milliseconds(110)) == 1);
        CHECK(calls_per_round(seconds(3)) == 1);
        CHECK(calls_per_round(nanoseconds(1)) == max_calls_per_round);
        CHECK(calls_per_round(nanoseconds(0)) == max_calls_per_round);
        CHECK(calls_per_round(nanoseconds(-5)) == max_calls_per_round);
    }

    TEST_CASE("a quick look is content with rounds of half that length") {
        CHECK(calls_per_round(milliseconds(10), shortest_round(false)) == 11);
        CHECK(calls_per_round(milliseconds(10), shortest_round(true)) == 6);
    }

    TEST_CASE("sequential makes all calls, but few where they only wait") {
        CHECK(sequential_calls(2, 10, false) == 20);
        CHECK(sequential_calls(8, 3, true) == 4);
        CHECK(sequential_calls(2, 1, true) == 2);
        CHECK(sequential_calls(64, max_calls_per_round, false) == 64'000'000);
    }

    TEST_CASE("long rounds are repeated less often") {
        CHECK(rounds_per_block(milliseconds(500)) == 4);
        CHECK(rounds_per_block(milliseconds(1500)) == 3);
        CHECK(rounds_per_block(seconds(10)) == 2);
        CHECK(rounds_per_block(milliseconds(500), 4) == 2);
    }

    TEST_CASE("a round visits every cell once, the cells of an interpreter together") {
        std::vector<Cell> cells;
        for (const Mode mode : all_modes) {
            cells.push_back({"3.13", Build::gil, mode, 2});
            cells.push_back({"3.13t", Build::ft, mode, 2});
        }
        std::mt19937_64 random(1);
        std::set<std::vector<std::size_t>> orders;
        for (int i = 0; i < 50; ++i) {
            const std::vector<std::size_t> order = round_order(cells, random);
            CHECK(std::set<std::size_t>(order.begin(), order.end()).size() == cells.size());
            int changes = 0;
            for (std::size_t j = 1; j < order.size(); ++j) {
                changes += cells[order[j]].interpreter != cells[order[j - 1]].interpreter ? 1 : 0;
            }
            CHECK(changes == 1);
            orders.insert(order);
        }
        CHECK(orders.size() > 20);
        CHECK(round_order({}, random).empty());
    }

    TEST_CASE("a run goes on until its intervals are narrow, but for 6 blocks at least") {
        Budget budget;
        CHECK(next_step(budget, {5, 0, seconds(1), seconds(1), true}) == Next::another_block);
        CHECK(next_step(budget, {6, 0, seconds(1), seconds(1), true}) == Next::converged);
        CHECK(next_step(budget, {6, 0, seconds(1), seconds(1), false}) == Next::another_block);
        CHECK(next_step(budget, {30, 0, seconds(1), seconds(1), false}) == Next::budget_used);
    }

    TEST_CASE("the soft limit lets 6 blocks pass, the firm one doesn't") {
        Budget budget;
        CHECK(next_step(budget, {3, 0, seconds(80), seconds(20), false}) == Next::another_block);
        CHECK(next_step(budget, {6, 0, seconds(55), seconds(10), false}) == Next::budget_used);
        budget.time = seconds(90);
        CHECK(next_step(budget, {3, 0, seconds(80), seconds(20), false}) == Next::budget_used);
        CHECK(next_step(budget, {6, 0, seconds(70), seconds(10), false}) == Next::another_block);
    }

    TEST_CASE("a number of blocks overrides time and convergence") {
        Budget budget;
        budget.blocks = 2;
        budget.time = seconds(1);
        CHECK(next_step(budget, {1, 0, seconds(50), seconds(50), true}) == Next::another_block);
        CHECK(next_step(budget, {2, 0, seconds(99), seconds(50), true}) == Next::budget_used);
        budget.blocks = 8;
        CHECK(next_step(budget, {7, 0, seconds(99), seconds(50), true}) == Next::another_block);
        CHECK(next_step(budget, {8, 0, seconds(99), seconds(50), true}) == Next::converged);
    }

    TEST_CASE("a busy machine ends a run") {
        Budget budget;
        CHECK(next_step(budget, {2, 3, seconds(9), seconds(2), false}) == Next::another_block);
        CHECK(next_step(budget, {2, 4, seconds(9), seconds(2), false}) == Next::too_disturbed);
        CHECK(next_step(budget, {6, 4, seconds(9), seconds(2), true}) == Next::converged);
        budget.blocks = 9;
        CHECK(next_step(budget, {2, 4, seconds(9), seconds(2), false}) == Next::too_disturbed);
    }

    TEST_CASE("bands") {
        CHECK(bands_for(2).no_scaling_up_to == doctest::Approx(1.25));
        CHECK(bands_for(2).scaling_from == doctest::Approx(1.6));
        CHECK(bands_for(4).no_scaling_up_to == doctest::Approx(1.43).epsilon(0.01));
        CHECK(bands_for(4).scaling_from == doctest::Approx(2.8));
        for (int workers = 1; workers <= 64; ++workers) {
            CHECK(bands_for(workers).no_scaling_up_to < bands_for(workers).scaling_from);
            CHECK(bands_for(workers).no_scaling_up_to < 1.67);
        }
    }

    TEST_CASE("settled: narrow, or inside one band") {
        CHECK(is_settled({1.45, 1.42, 1.48}, 2));
        CHECK(is_settled({1.0, 0.7, 1.2}, 2));
        CHECK(is_settled({1.8, 1.61, 2.0}, 2));
        CHECK(is_settled({1.4, 1.26, 1.59}, 2));
        CHECK_FALSE(is_settled({1.25, 1.1, 1.4}, 2));
        CHECK_FALSE(is_settled({1.6, 1.5, 1.7}, 2));
        CHECK_FALSE(is_settled({1.0, std::nullopt, std::nullopt}, 2));
    }
}
