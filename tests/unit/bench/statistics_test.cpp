#include "bench/statistics.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

using namespace gilscope::bench;

TEST_SUITE("bench/statistics") {
    TEST_CASE("the median of an odd and of an even number of values") {
        CHECK(median(std::vector<double>{3, 1, 2}) == 2);
        CHECK(median(std::vector<double>{4, 1, 3, 2}) == 2.5);
        CHECK(median(std::vector<double>{7}) == 7);
    }

    TEST_CASE("ties") {
        CHECK(median(std::vector<double>{2, 2, 2, 9}) == 2);
        const Estimate estimate = estimate_median(std::vector<double>(10, 5.0));
        CHECK(estimate == Estimate{5, 5, 5});
        CHECK(estimate.relative_half_width() == 0);
    }

    TEST_CASE("no values have no median") {
        CHECK_THROWS_AS(median({}), std::invalid_argument);
        CHECK_THROWS_AS(estimate_median({}), std::invalid_argument);
    }

    TEST_CASE("ranks and coverage are those of the sign test's tables") {
        const std::vector<std::pair<int, int>> ranks{{6, 1},  {7, 1},  {8, 1},  {9, 2},
                                                     {11, 2}, {12, 3}, {20, 6}, {30, 10}};
        for (const auto& known : ranks) {
            const int blocks = known.first;
            const int rank = known.second;
            CAPTURE(blocks);
            CHECK(interval_rank(blocks) == rank);
            CHECK(interval_coverage(blocks) >= 0.95);
        }
        CHECK(interval_coverage(6) == doctest::Approx(0.96875));
        CHECK(interval_coverage(9) == doctest::Approx(0.9609375));
        CHECK_FALSE(interval_rank(5).has_value());
        CHECK(interval_coverage(5) == 0);
        CHECK(interval_coverage(0) == 0);
        CHECK(interval_coverage(5000) == doctest::Approx(0.95).epsilon(0.01));
    }

    TEST_CASE("the interval is made of order statistics") {
        CHECK(estimate_median(std::vector<double>{6, 2, 3, 4, 5, 1}) == Estimate{3.5, 1, 6});
        CHECK(estimate_median(std::vector<double>{9, 8, 7, 6, 5, 4, 3, 2, 1}) == Estimate{5, 2, 8});
    }

    TEST_CASE("below 6 values there is no interval") {
        const Estimate estimate = estimate_median(std::vector<double>{1, 2, 3, 4, 5});
        CHECK(estimate.value == 3);
        CHECK_FALSE(estimate.has_interval());
        CHECK(std::isinf(estimate.relative_half_width()));
    }

    TEST_CASE("a ratio pairs the values of the same block") {
        // The machine gets slower by half from block to block: a drift that both share cancels out.
        std::vector<double> baseline;
        std::vector<double> cell;
        for (int block = 0; block < 8; ++block) {
            const double speed = std::pow(1.5, block);
            baseline.push_back(200 * speed);
            cell.push_back(100 * speed);
        }
        const Estimate ratio = estimate_ratio(baseline, cell);
        CHECK(ratio.value == doctest::Approx(2));
        CHECK(*ratio.low == doctest::Approx(2));
        CHECK(*ratio.high == doctest::Approx(2));
    }

    TEST_CASE("the ratio of the swapped pair is the inverse, interval included") {
        const std::vector<double> a{1, 2, 3, 4, 5, 6, 7};
        const std::vector<double> b{2, 1, 4, 3, 9, 5, 1};
        const Estimate forth = estimate_ratio(a, b);
        const Estimate back = estimate_ratio(b, a);
        CHECK(forth.value == doctest::Approx(1 / back.value));
        CHECK(*forth.low == doctest::Approx(1 / *back.high));
    }

    TEST_CASE("a ratio refuses zeros, negative values, NaN, and unequal or no blocks") {
        const std::vector<double> fine{1, 1};
        for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
            CHECK_THROWS_AS(estimate_ratio(fine, std::vector<double>{1, bad}), std::invalid_argument);
            CHECK_THROWS_AS(estimate_ratio(std::vector<double>{bad, 1}, fine), std::invalid_argument);
        }
        CHECK_THROWS_AS(estimate_ratio(fine, std::vector<double>{1}), std::invalid_argument);
        CHECK_THROWS_AS(estimate_ratio({}, {}), std::invalid_argument);
    }

    TEST_CASE("one block gives a ratio without an interval") {
        const Estimate ratio = estimate_ratio(std::vector<double>{3}, std::vector<double>{2});
        CHECK(ratio.value == doctest::Approx(1.5));
        CHECK_FALSE(ratio.has_interval());
    }

    TEST_CASE("two estimates differ only if both have intervals that don't touch") {
        CHECK(differ({1, 0.9, 1.1}, {2, 1.9, 2.1}));
        CHECK(differ({2, 1.9, 2.1}, {1, 0.9, 1.1}));
        CHECK_FALSE(differ({1, 0.9, 1.5}, {2, 1.5, 2.1}));
        CHECK_FALSE(differ({1, std::nullopt, std::nullopt}, {2, 1.9, 2.1}));
    }

    TEST_CASE("over blocks, process effects widen the interval instead of hiding in it") {
        // Rounds of one process agree within 0.3 %, processes differ by 2 %: only the latter tells the
        // uncertainty.
        std::mt19937_64 random(7);
        std::normal_distribution<double> process(0, 0.02);
        std::normal_distribution<double> round(0, 0.003);
        int covered = 0;
        for (int run = 0; run < 400; ++run) {
            std::vector<double> a;
            std::vector<double> b;
            for (int block = 0; block < 8; ++block) {
                a.push_back(std::exp(process(random) + round(random)));
                b.push_back(std::exp(process(random) + round(random)));
            }
            const Estimate ratio = estimate_ratio(a, b);
            covered += *ratio.low <= 1 && 1 <= *ratio.high ? 1 : 0;
        }
        CHECK(covered >= 380);
    }

    TEST_CASE("autocorrelated noise within a block doesn't narrow the interval") {
        // Each block's median comes from rounds that follow each other; over blocks they are independent
        // again.
        std::mt19937_64 random(11);
        std::normal_distribution<double> step(0, 0.01);
        int covered = 0;
        for (int run = 0; run < 400; ++run) {
            std::vector<double> blocks;
            for (int block = 0; block < 9; ++block) {
                double level = step(random);
                std::vector<double> rounds;
                for (int i = 0; i < 4; ++i) {
                    level = 0.95 * level + 0.1 * step(random);
                    rounds.push_back(100 * std::exp(level));
                }
                blocks.push_back(median(rounds));
            }
            const Estimate estimate = estimate_median(blocks);
            covered += *estimate.low <= 100 && 100 <= *estimate.high ? 1 : 0;
        }
        CHECK(covered >= 372);
    }
}
