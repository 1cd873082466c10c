#include "runs/run_queue.h"

#include <doctest/doctest.h>

#include <optional>
#include <thread>
#include <vector>

using namespace gilscope::runs;

namespace {

void wait_until_waiting(const RunQueue& queue, std::size_t count) {
    while (queue.waiting() != count) {
        std::this_thread::yield();
    }
}

}  // namespace

TEST_CASE("a full queue refuses at once") {
    RunQueue queue(0);
    const auto turn = queue.wait_turn({});
    CHECK_THROWS_AS(queue.wait_turn({}), QueueFull);
}

TEST_CASE("turns are given in the order of arrival") {
    RunQueue queue(8);
    std::optional<RunQueue::Turn> first(queue.wait_turn({}));
    std::mutex mutex;
    std::vector<int> order;
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) {
        callers.emplace_back([&, i] {
            const auto turn = queue.wait_turn({});
            const std::scoped_lock lock(mutex);
            order.push_back(i);
        });
        wait_until_waiting(queue, static_cast<std::size_t>(i) + 1);
    }
    first.reset();
    for (auto& caller : callers) {
        caller.join();
    }
    CHECK(order == std::vector<int>{0, 1, 2});
    CHECK(queue.waiting() == 0);
}

TEST_CASE("a caller that leaves makes room, and the next one comes up") {
    RunQueue queue(8);
    std::optional<RunQueue::Turn> first(queue.wait_turn({}));
    std::stop_source leave;
    std::thread leaver([&] { CHECK_THROWS_AS(queue.wait_turn(leave.get_token()), RunQueue::Left); });
    wait_until_waiting(queue, 1);
    bool served = false;
    std::thread next([&] {
        const auto turn = queue.wait_turn({});
        served = true;
    });
    wait_until_waiting(queue, 2);
    leave.request_stop();
    leaver.join();
    CHECK(queue.waiting() == 1);
    first.reset();
    next.join();
    CHECK(served);
}
