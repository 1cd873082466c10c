#include "events/event_log.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "events/event_text.h"

using namespace gilscope::events;

TEST_SUITE("events/event_text") {
    TEST_CASE("an event is lines, whatever line ends its data has") {
        CHECK(event_text(7, "state", "{}") == "id: 7\nevent: state\ndata: {}\n\n");
        CHECK(event_text("bye", "") == "event: bye\ndata: \n\n");
        CHECK(event_text("x", "a\nb\r\nc\rd\n") ==
              "event: x\ndata: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
        CHECK(comment_text("keep-alive") == ": keep-alive\n\n");
    }
}

TEST_SUITE("events/event_log") {
    TEST_CASE("readers get everything in order, each from its own place") {
        EventLog log;
        CHECK(log.read(0, 1000).text.empty());
        CHECK(log.publish("a", "1") == 1);
        CHECK(log.publish("b", "2") == 2);
        const auto all = log.read(0, 1000);
        CHECK(all.text == event_text(1, "a", "1") + event_text(2, "b", "2"));
        CHECK(all.last_id == 2);
        CHECK_FALSE(all.ended);
        CHECK(log.read(1, 1000).text == event_text(2, "b", "2"));
        CHECK(log.read(2, 1000).text.empty());
        CHECK(log.last_id() == 2);
    }

    TEST_CASE("a part holds whole events, one at least") {
        EventLog log;
        log.publish("a", std::string(100, 'x'));
        log.publish("b", std::string(100, 'y'));
        for (const std::size_t most : {0, 10, 130, 200}) {
            CAPTURE(most);
            CHECK(log.read(0, most).last_id == 1);
        }
        CHECK(log.read(0, 300).last_id == 2);
    }

    TEST_CASE("the oldest events are forgotten, and that is said") {
        EventLog log(300);
        for (int i = 0; i < 10; ++i) {
            log.publish("a", std::string(100, 'x'));
        }
        CHECK(log.read(0, 1000).missed);
        CHECK_FALSE(log.can_resume_after(7));
        CHECK(log.can_resume_after(8));
        CHECK(log.read(8, 1000).last_id == 10);
        CHECK(log.can_resume_after(10));
        for (const std::uint64_t never : {std::uint64_t{11}, UINT64_MAX}) {
            CHECK_FALSE(log.can_resume_after(never));
            CHECK(log.read(never, 1000).missed);
        }
        log.publish("large", std::string(1000, 'x'));
        CHECK(log.read(10, 10).last_id == 11);
    }

    TEST_CASE("a finished log takes nothing more and says so to those who have read it") {
        EventLog log;
        log.publish("a", "");
        log.finish();
        CHECK(log.publish("b", "") == 1);
        CHECK(log.is_finished());
        CHECK(log.read(0, 1000).ended);
        CHECK(log.read(1, 1000).ended);
    }

    TEST_CASE("subscribers are woken until they leave") {
        EventLog log;
        int first = 0;
        int second = 0;
        auto kept = log.subscribe([&] { ++first; });
        {
            const auto left = log.subscribe([&] { ++second; });
            log.publish("a", "");
        }
        auto moved = std::move(kept);
        log.publish("b", "");
        log.finish();
        CHECK(first == 3);
        CHECK(second == 1);
        moved = {};
        log.finish();
        CHECK(first == 3);
    }

    TEST_CASE("one writes while others come and go") {
        EventLog log;
        std::atomic<int> wakes = 0;
        std::thread writer([&] {
            for (int i = 0; i < 2000; ++i) {
                log.publish("n", "x");
            }
            log.finish();
        });
        std::uint64_t after = 0;
        for (auto part = log.read(0, 100); !part.ended; part = log.read(after, 100)) {
            const auto subscription = log.subscribe([&] { ++wakes; });
            CHECK_FALSE(part.missed);
            after = part.last_id;
        }
        writer.join();
        CHECK(log.last_id() == 2000);
    }
}
