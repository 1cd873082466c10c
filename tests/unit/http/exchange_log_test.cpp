#include "http/exchange_log.h"

#include <doctest/doctest.h>

#include <chrono>

#include "http/base64.h"

using namespace gilscope::http;

namespace {

std::shared_ptr<Recording> exchange(ExchangeLog& log, const std::string& id, const std::string& received,
                                    const std::string& sent) {
    auto recording = log.begin({.id = id}, received);
    const auto hold = recording->hold();
    recording->add_sent(sent);
    return recording;
}

}  // namespace

TEST_SUITE("http/exchange_log") {
    TEST_CASE("what was received and sent, found by its id") {
        ExchangeLog log;
        exchange(log, "a", "question", "answer");
        const auto found = log.find("a");
        REQUIRE(found != nullptr);
        CHECK(found->received().kept == "question");
        CHECK(found->sent().bytes.kept == "answer");
        CHECK_FALSE(found->sent().bytes.is_truncated());
        CHECK(log.find("b") == nullptr);
    }

    TEST_CASE("so many bytes each way, the rest is counted") {
        ExchangeLog log({.bytes_each_way = 4});
        const auto recording = exchange(log, "a", "question", "an");
        {
            const auto hold = recording->hold();
            recording->add_sent("swer");
            recording->add_sent("s");
        }
        CHECK(recording->received().kept == "ques");
        CHECK(recording->received().count == 8);
        CHECK(recording->received().is_truncated());
        CHECK(recording->sent().bytes.kept == "answ");
        CHECK(recording->sent().bytes.count == 7);
    }

    TEST_CASE("the question that came before an exchange: same client, same target, the newest") {
        ExchangeLog log;
        const auto at = [](int second) {
            return std::chrono::system_clock::time_point(std::chrono::seconds(second));
        };
        const auto add = [&](const char* id, const char* client, const char* method, const char* target,
                             int second) {
            return log.begin(
                {.id = id, .client = client, .method = method, .target = target, .started_at = at(second)},
                "");
        };
        add("old", "1.1.1.1", "OPTIONS", "/api/tasks", 1);
        add("newer", "1.1.1.1", "OPTIONS", "/api/tasks", 2);
        add("other target", "1.1.1.1", "OPTIONS", "/api/runs", 3);
        add("other client", "2.2.2.2", "OPTIONS", "/api/tasks", 4);
        const auto post = add("post", "1.1.1.1", "POST", "/api/tasks", 5);
        const auto later = add("later", "1.1.1.1", "OPTIONS", "/api/tasks", 6);
        REQUIRE(log.preflight_of(*post) != nullptr);
        CHECK(log.preflight_of(*post)->facts().id == "newer");
        CHECK(log.preflight_of(*later) == nullptr);
        CHECK(log.preflight_of(*add("alone", "3.3.3.3", "POST", "/api/tasks", 7)) == nullptr);
    }

    TEST_CASE("so many exchanges, the oldest go first") {
        ExchangeLog log({.exchanges = 2});
        exchange(log, "a", "1", "");
        exchange(log, "b", "2", "");
        exchange(log, "c", "3", "");
        CHECK(log.find("a") == nullptr);
        CHECK(log.find("b") != nullptr);
        CHECK(log.find("c") != nullptr);
    }

    TEST_CASE("an id that is used again means the newer exchange, also when the older is forgotten") {
        ExchangeLog log({.exchanges = 2});
        exchange(log, "a", "1", "");
        exchange(log, "a", "2", "");
        CHECK(log.find("a")->received().kept == "2");
        exchange(log, "b", "3", "");
        REQUIRE(log.find("a") != nullptr);
        CHECK(log.find("a")->received().kept == "2");
    }

    TEST_CASE("so many bytes in all, whoever still sends") {
        ExchangeLog log({.exchanges = 1000, .bytes_each_way = 1000, .bytes_in_all = 8000});
        std::vector<std::shared_ptr<Recording>> open;
        const auto kept = [&] {
            std::size_t sum = 0;
            for (const auto& recording : open) {
                sum += recording->received().kept.size() + recording->sent().bytes.kept.size();
            }
            return sum;
        };
        for (int i = 0; i < 100; ++i) {
            open.push_back(exchange(log, std::to_string(i), std::string(100, 'r'), std::string(900, 's')));
            CHECK(kept() <= 8000);
        }
        CHECK(log.find("0") == nullptr);
        REQUIRE(log.find("99") != nullptr);
        CHECK(open[0]->sent().bytes.count == 900);
        CHECK(open[0]->sent().bytes.kept.empty());
        open.clear();
        exchange(log, "last", std::string(100, 'r'), std::string(900, 's'));
        CHECK(log.find("last")->sent().bytes.kept.size() == 900);
    }
}

TEST_SUITE("http/base64") {
    TEST_CASE("RFC 4648's examples and bytes that aren't text") {
        CHECK(base64("").empty());
        CHECK(base64("f") == "Zg==");
        CHECK(base64("fo") == "Zm8=");
        CHECK(base64("foo") == "Zm9v");
        CHECK(base64("foob") == "Zm9vYg==");
        CHECK(base64("foobar") == "Zm9vYmFy");
        CHECK(base64(std::string("\0\xff\xfe", 3)) == "AP/+");
    }
}
