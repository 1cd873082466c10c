#include "http/outgoing_answer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <list>
#include <thread>

#include "http/echo_server.h"

using namespace gilscope::http;
using namespace std::chrono_literals;

TEST_SUITE("http/outgoing_answer") {
    TEST_CASE("a client that reads slowly is cut off, one that reads fast enough isn't") {
        LoopOptions options;
        options.reading = {.patience = 100ms, .bytes_per_second = 100'000'000};
        EchoServer server(options);
        // More than the kernel's buffers hold: the server has to wait for its client.
        const std::string request =
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" + std::string(1'000'000, 'x');
        RawClient slow(server.port());
        std::thread sender([&] {
            for (int i = 0; i < 20 && slow.send(request); ++i) {
            }
        });
        CHECK(soon([&] {
            const auto all = server.deliveries();
            return !all.empty() && !all.back().second.complete;
        }));
        sender.join();
        RawClient fast(server.port());
        std::thread fast_sender([&] { fast.send(request); });
        CHECK(fast.read_answer().size() > 1'000'000);
        fast_sender.join();
    }

    TEST_CASE("a client that doesn't read holds no thread") {
        LoopOptions options;
        options.max_workers = 1;
        EchoServer server(options);
        RawClient unread(server.port());
        unread.send("GET /much HTTP/1.1\r\nHost: h\r\n\r\n");
        std::this_thread::sleep_for(100ms);
        CHECK(RawClient(server.port()).is_connected());
        RawClient other(server.port());
        other.send(get);
        CHECK(other.read_answer(true, 2s).ends_with("GET /a []"));
        CHECK(unread.read_answer().size() > 20'000'000);
        unread.send(get);
        CHECK(unread.read_answer().ends_with("GET /a []"));
    }

    TEST_CASE("nor does one cost CPU time, though it has ended its own side, and it gets all in the end") {
        EchoServer server;
        RawClient unread(server.port());
        unread.send("GET /much HTTP/1.1\r\nHost: h\r\n\r\n");
        unread.end_output();
        std::this_thread::sleep_for(100ms);
        const auto before = cpu_time();
        std::this_thread::sleep_for(300ms);
        CHECK(cpu_time() - before < 30ms);
        CHECK(unread.read_answer().size() > 20'000'000);
    }

    TEST_CASE("answers that are due later hold no thread, and are never early") {
        LoopOptions options;
        options.max_workers = 1;
        EchoServer server(options);
        const auto begun = std::chrono::steady_clock::now();
        std::list<RawClient> clients;
        for (int i = 0; i < 50; ++i) {
            clients.emplace_back(server.port()).send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n");
        }
        RawClient other(server.port());
        other.send(get);
        CHECK(other.read_answer(true, 2s).ends_with("GET /a []"));
        for (auto& client : clients) {
            CHECK(client.read_answer().ends_with("GET /later []"));
            CHECK(std::chrono::steady_clock::now() - begun >= 200ms);
        }
        CHECK(std::chrono::steady_clock::now() - begun < 5s);  // one after the other: 10 s
        for (auto& client : clients) {
            client.send(get);
            CHECK(client.read_answer().ends_with("GET /a []"));
        }
        CHECK(soon([&] { return server.deliveries().size() == 101; }));
        const auto all = server.deliveries();
        CHECK(std::count_if(all.begin(), all.end(),
                            [](const auto& each) { return each.second.took >= 200ms; }) == 50);
    }

    TEST_CASE("what is pipelined behind an answer that is due later waits for it") {
        EchoServer server;
        RawClient client(server.port());
        client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n" + std::string(get));
        CHECK(client.read_answer().ends_with("GET /later []"));
        CHECK(client.read_answer().ends_with("GET /a []"));
    }

    TEST_CASE("a client that hangs up before its answer is due is forgotten") {
        EchoServer server;
        RawClient client(server.port());
        client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n");
        CHECK(soon([&] { return server.loop().connection_count() == 1; }));
        client.hang_up();
        CHECK(soon([&] { return server.loop().connection_count() == 0; }));
    }

    TEST_CASE("a stop waits for answers that are due in its time of grace, and for no others") {
        for (const auto grace : {1500ms, 0ms}) {
            LoopOptions options;
            options.grace = grace;
            EchoServer server(options);
            RawClient client(server.port());
            client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n");
            std::this_thread::sleep_for(50ms);
            server.stop();
            CHECK(client.read_to_end().ends_with("GET /later []") == (grace > 0ms));
            CHECK(soon([&] { return server.deliveries().size() == 1; }));
            CHECK(server.deliveries().front().second.complete == (grace > 0ms));
        }
    }
}
