#include "bench/schedule.h"

#include <algorithm>

namespace gilscope::bench {

using std::chrono::nanoseconds;

Schedule::Schedule(const std::vector<int>& workers, const Budget& budget) : budget_(budget) {
    for (const int count : workers) {
        states_[count].last.workers = count;
    }
}

void Schedule::begin_pass(std::mt19937_64& random) {
    for (const auto& [workers, state] : states_) {
        if (state.next == Next::another_block) {
            pass_.push_back(workers);
        }
    }
    std::shuffle(pass_.begin(), pass_.end(), random);
}

/// A W that wasn't visited yet takes as long as the others, for as much more as it has workers.
nanoseconds Schedule::expected_length(int workers) const {
    const State& own = states_.at(workers);
    nanoseconds longest = own.longest;
    for (const auto& [others, state] : states_) {
        if (own.longest == nanoseconds(0)) {
            longest = std::max(longest, state.longest * workers / others);
        }
    }
    return longest;
}

bool Schedule::still_fits(int workers, nanoseconds elapsed) const {
    return !budget_.time || budget_.blocks || elapsed + expected_length(workers) <= *budget_.time;
}

std::optional<int> Schedule::next(nanoseconds elapsed, std::mt19937_64& random) {
    for (;;) {
        if (pass_.empty()) {
            begin_pass(random);
        }
        if (pass_.empty()) {
            return std::nullopt;
        }
        const int workers = pass_.back();
        pass_.pop_back();
        const bool is_first = std::all_of(states_.begin(), states_.end(), [](const auto& entry) {
            return entry.second.longest == nanoseconds(0);
        });
        if (is_first || still_fits(workers, elapsed)) {
            return workers;
        }
        states_.at(workers).next = Next::budget_used;
    }
}

void Schedule::note(const BlockEnd& end, nanoseconds elapsed) {
    State& state = states_.at(end.workers);
    state.last = end;
    state.spent += end.took;
    state.longest = std::max(state.longest, end.took);
    Progress progress;
    progress.counted_blocks = end.counted_blocks;
    progress.disturbed_blocks = end.disturbed_blocks;
    progress.elapsed = budget_.time ? elapsed : state.spent;
    progress.longest_block = state.longest;
    progress.converged = end.converged;
    state.next = next_step(budget_, progress);
}

std::string Schedule::stopped_because() const {
    const auto any = [&](Next reason) {
        return std::any_of(states_.begin(), states_.end(),
                           [=](const auto& entry) { return entry.second.next == reason; });
    };
    if (any(Next::too_disturbed)) {
        return "too_disturbed";
    }
    return any(Next::budget_used) || any(Next::another_block) ? "budget_used" : "converged";
}

int Schedule::wanted_blocks() const {
    return budget_.blocks.value_or(min_blocks_for_interval);
}

int Schedule::blocks_expected() const {
    int blocks = 0;
    for (const auto& [workers, state] : states_) {
        const bool goes_on = state.next == Next::another_block;
        // A W that has what it needs and still goes on takes one more at least.
        const int more = goes_on ? std::max(1, wanted_blocks() - state.last.counted_blocks) : 0;
        blocks += state.last.counted_blocks + state.last.disturbed_blocks + more;
    }
    return blocks;
}

nanoseconds Schedule::remaining(nanoseconds elapsed) const {
    if (budget_.time) {
        return std::max(nanoseconds(0), *budget_.time - elapsed);
    }
    nanoseconds sum{};
    for (const auto& [workers, state] : states_) {
        if (state.next == Next::another_block) {
            sum += expected_length(workers) * std::max(0, wanted_blocks() - state.last.counted_blocks);
        }
    }
    return sum;
}

}  // namespace gilscope::bench
