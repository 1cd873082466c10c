#include "http/worker_pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <latch>

using namespace gilscope::http;
using namespace std::chrono_literals;

TEST_SUITE("http/worker_pool") {
    TEST_CASE("grows while jobs block, up to its maximum, and shrinks again") {
        WorkerPool pool(4, 20ms);
        std::latch all_at_once(4);
        std::latch done(8);
        for (int i = 0; i < 4; ++i) {
            pool.submit([&] {
                all_at_once.arrive_and_wait();
                done.count_down();
            });
        }
        all_at_once.wait();
        for (int i = 0; i < 4; ++i) {
            pool.submit([&] { done.count_down(); });
        }
        done.wait();
        CHECK(pool.thread_count() <= 4);
        for (int i = 0; i < 200 && pool.thread_count() > 0; ++i) {
            std::this_thread::sleep_for(10ms);
        }
        CHECK(pool.thread_count() == 0);

        std::latch again(1);
        pool.submit([&] { again.count_down(); });
        again.wait();
    }

    TEST_CASE("finish runs what was submitted, and nothing afterwards") {
        std::atomic<int> runs{0};
        WorkerPool pool(2);
        for (int i = 0; i < 100; ++i) {
            pool.submit([&] { ++runs; });
        }
        pool.finish();
        CHECK(runs == 100);
        pool.submit([&] { ++runs; });
        CHECK(runs == 100);
    }
}
