#include "machine/spin.h"

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>

#include "machine/crew.h"

namespace gilscope::machine {

namespace {

std::vector<int> pins(const std::vector<int>& cpus, bool wanted, int workers) {
    if (!wanted || std::ssize(cpus) < workers) {
        return {};
    }
    return {cpus.begin(), cpus.begin() + workers};
}

/// The fastest of three: a try that was interrupted would make the share of work too small.
nanoseconds fastest(const std::vector<int>& pins, std::uint64_t iterations) {
    nanoseconds best = nanoseconds::max();
    for (int attempt = 0; attempt < 3; ++attempt) {
        best = std::min(best, Crew(pins, 1, iterations).run());
    }
    return best;
}

std::uint64_t calibrate(const std::vector<int>& pins, nanoseconds share) {
    std::uint64_t iterations = 100'000;
    nanoseconds took = fastest(pins, iterations);
    while (took < share) {
        const double missing =
            static_cast<double>(share.count()) / static_cast<double>(std::max<std::int64_t>(1, took.count()));
        iterations = static_cast<std::uint64_t>(static_cast<double>(iterations) *
                                                std::clamp(missing * 1.1, 1.1, 100.0));
        took = fastest(pins, iterations);
    }
    return iterations;
}

}  // namespace

MachineSpin::MachineSpin(std::vector<int> cpus, bool pin, nanoseconds share)
    : cpus_(std::move(cpus)), pin_(pin), iterations_(calibrate(pins(cpus_, pin_, 1), share)) {}

Spin MachineSpin::measure(int workers) const {
    if (workers < 1) {
        throw std::invalid_argument(
            fmt::format("cannot measure machine parallelism with {} threads: ask for at least 1", workers));
    }
    Spin spin;
    spin.one = Crew(pins(cpus_, pin_, 1), 1, iterations_).run();
    spin.many = Crew(pins(cpus_, pin_, workers), workers, iterations_).run();
    return spin;
}

}  // namespace gilscope::machine
