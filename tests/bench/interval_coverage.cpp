// Does an interval hold the true value as often as it says? Simulated over many made-up runs for several
// kinds of noise. Where blocks are independent and alike, the coverage must be the nominal one; the other
// rows show what drift and process effects do to it. Exit status 1 if an independent row covers less than 95
// % minus the simulation's error.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bench/statistics.h"

namespace {

using namespace gilscope::bench;
using Random = std::mt19937_64;

constexpr int default_runs = 20'000;
constexpr double true_ratio = 1.9;
constexpr int rounds_per_block = 3;

/// The block medians of both cells of one run.
struct Run {
    std::vector<double> baseline;
    std::vector<double> cell;
};

struct Noise {
    std::string name;
    bool independent;  ///< blocks are independent draws of one distribution: the coverage must hold
    std::function<Run(int, Random&)> run;
};

double normal(Random& random, double deviation) {
    return std::normal_distribution<double>(0, deviation)(random);
}

/// A machine is disturbed in one direction only: mostly small delays, now and then a large one.
double skewed(Random& random) {
    return std::lognormal_distribution<double>(-5, 1.2)(random);
}

using OneBlock = std::function<double(Random&)>;

/// Both cells of each block draw their own noise (of the logarithm) from the same distribution.
Run independent_run(int blocks, Random& random, const OneBlock& noise) {
    Run run;
    for (int block = 0; block < blocks; ++block) {
        run.baseline.push_back(true_ratio * std::exp(noise(random)));
        run.cell.push_back(std::exp(noise(random)));
    }
    return run;
}

/// The engine process of a block shifts all of its rounds alike; rounds within it agree much better.
double block_with_process_effect(Random& random) {
    const double process = normal(random, 0.02);
    std::vector<double> rounds;
    rounds.reserve(rounds_per_block);
    for (int round = 0; round < rounds_per_block; ++round) {
        rounds.push_back(process + normal(random, 0.003));
    }
    return median(rounds);
}

/// The machine gets slower all the time; cells of a block share it but for the moment at which they run.
Run drifting_run(int blocks, Random& random) {
    Run run = independent_run(blocks, random, [](Random& source) { return normal(source, 0.01); });
    for (int block = 0; block < blocks; ++block) {
        const auto index = static_cast<std::size_t>(block);
        run.baseline[index] *= std::exp(0.02 * block);
        run.cell[index] *=
            std::exp(0.02 * (block + std::uniform_real_distribution<double>(-0.5, 0.5)(random)));
    }
    return run;
}

/// Noise that lasts from block to block, in each cell for itself: the assumption of independence is broken.
Run lasting_run(int blocks, Random& random) {
    Run run;
    double baseline = normal(random, 0.01);
    double cell = normal(random, 0.01);
    for (int block = 0; block < blocks; ++block) {
        run.baseline.push_back(true_ratio * std::exp(baseline));
        run.cell.push_back(std::exp(cell));
        baseline = 0.5 * baseline + normal(random, 0.01 * std::sqrt(0.75));
        cell = 0.5 * cell + normal(random, 0.01 * std::sqrt(0.75));
    }
    return run;
}

Noise independent(const std::string& name, const OneBlock& noise) {
    return {name, true,
            [noise](int blocks, Random& random) { return independent_run(blocks, random, noise); }};
}

double covered(const Noise& noise, int blocks, int runs, Random& random) {
    int hits = 0;
    for (int i = 0; i < runs; ++i) {
        const Run run = noise.run(blocks, random);
        const Estimate ratio = estimate_ratio(run.baseline, run.cell);
        hits += *ratio.low <= true_ratio && true_ratio <= *ratio.high ? 1 : 0;
    }
    return static_cast<double>(hits) / runs;
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::atoi(argv[1]) : default_runs;
    if (runs < 100) {
        fmt::print(stderr, "usage: {} [RUNS], at least 100\n", argv[0]);
        return 2;
    }
    const std::vector<Noise> noises{
        independent("normal", [](Random& random) { return normal(random, 0.01); }),
        independent("skewed", skewed),
        independent("process effect", block_with_process_effect),
        {"shared drift", true, drifting_run},
        {"lasting (autocorrelated)", false, lasting_run},
    };
    // Four standard errors: with 75 rows, a false alarm about once in 400 programs.
    const double least = 0.95 - 4 * std::sqrt(0.95 * 0.05 / runs);
    bool fine = true;
    Random random(20240607);
    fmt::print("{:<26} {:>6} {:>9} {:>9}\n", "noise", "blocks", "nominal", "covered");
    for (const Noise& noise : noises) {
        for (int blocks = min_blocks_for_interval; blocks <= 20; ++blocks) {
            const double share = covered(noise, blocks, runs, random);
            const bool low = noise.independent && share < least;
            fine = fine && !low;
            fmt::print("{:<26} {:>6} {:>8.2f}% {:>8.2f}%{}\n", noise.name, blocks,
                       100 * interval_coverage(blocks), 100 * share, low ? "  TOO LOW" : "");
        }
    }
    return fine ? 0 : 1;
}
