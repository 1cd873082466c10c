#include "runs/run_queue.h"

#include <doctest/doctest.h>

#include <optional>
#include <thread>
#include <vector>

using namespace gilscope::runs;

TEST_CASE("a full queue refuses at once") {
    RunQueue none(0);
    const auto first = none.join();
    CHECK_THROWS_AS(none.join(), QueueFull);

    RunQueue one(1);
    std::optional<RunQueue::Place> running(one.join());
    std::optional<RunQueue::Place> waiting(one.join());
    CHECK_THROWS_AS(one.join(), QueueFull);
    SUBCASE("and takes another when one that waits leaves") {
        waiting.reset();
        CHECK_NOTHROW(one.join());
    }
    SUBCASE("and when the running one ends") {
        running.reset();
        CHECK_NOTHROW(one.join());
    }
}

TEST_CASE("places count from the one whose turn it is") {
    RunQueue queue(8);
    CHECK(queue.waiting() == 0);
    std::optional<RunQueue::Place> first(queue.join());
    const auto second = queue.join();
    const auto third = queue.join();
    CHECK(queue.waiting() == 2);
    CHECK(first->position() == 0);
    CHECK(third.position() == 2);
    second.leave();
    CHECK(third.position() == 1);
    first.reset();
    CHECK(third.position() == 0);
    CHECK_NOTHROW(third.wait({}));
    CHECK(queue.waiting() == 0);
}

TEST_CASE("turns are given in the order of arrival") {
    RunQueue queue(8);
    std::optional<RunQueue::Place> first(queue.join());
    std::mutex mutex;
    std::vector<int> order;
    std::vector<std::thread> callers;
    callers.reserve(3);
    for (int i = 0; i < 3; ++i) {
        callers.emplace_back([&, i, place = queue.join()] {
            place.wait({});
            const std::scoped_lock lock(mutex);
            order.push_back(i);
        });
    }
    first.reset();
    for (auto& caller : callers) {
        caller.join();
    }
    CHECK(order == std::vector<int>{0, 1, 2});
}

TEST_CASE("a caller that leaves makes room, and the next one comes up") {
    RunQueue queue(8);
    std::optional<RunQueue::Place> first(queue.join());
    std::optional<RunQueue::Place> leaver(queue.join());
    const auto next = queue.join();
    SUBCASE("by a stop request") {
        std::stop_source stop;
        std::thread thread([&] { CHECK_THROWS_AS(leaver->wait(stop.get_token()), RunQueue::Left); });
        stop.request_stop();
        thread.join();
    }
    SUBCASE("from another thread") {
        std::thread thread([&] { CHECK_THROWS_AS(leaver->wait({}), RunQueue::Left); });
        leaver->leave();
        thread.join();
    }
    SUBCASE("before it waits") {
        leaver->leave();
        CHECK_THROWS_AS(leaver->wait({}), RunQueue::Left);
    }
    CHECK(queue.waiting() == 1);
    first.reset();
    CHECK_NOTHROW(next.wait({}));
}

TEST_CASE("a stop that was requested before the turn came counts") {
    RunQueue queue(8);
    std::stop_source stop;
    stop.request_stop();
    const auto place = queue.join();
    CHECK_THROWS_AS(place.wait(stop.get_token()), RunQueue::Left);
    CHECK_NOTHROW(queue.join().wait({}));
}
