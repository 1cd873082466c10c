#include "http/connection_loop.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <list>
#include <optional>
#include <thread>

#include "http/echo_server.h"

using namespace gilscope::http;
using namespace std::chrono_literals;

namespace {

/// Lowers this process's limit on open files, for its lifetime.
class FileLimit {
  public:
    FileLimit() { getrlimit(RLIMIT_NOFILE, &before_); }
    ~FileLimit() { setrlimit(RLIMIT_NOFILE, &before_); }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

    /// So that so many more can be opened.
    void leave(std::size_t count) const {
        std::list<gilscope::system::FileDescriptor> free;
        for (std::size_t i = 0; i < count; ++i) {
            free.emplace_back(dup(0));
        }
        rlimit limit = before_;
        limit.rlim_cur = static_cast<rlim_t>(free.back().get()) + 1;
        setrlimit(RLIMIT_NOFILE, &limit);
    }

  private:
    rlimit before_{};
};

}  // namespace

TEST_SUITE("http/connection_loop") {
    TEST_CASE("requests one after the other, with and without a body") {
        EchoServer server;
        RawClient client(server.port());
        client.send(get);
        CHECK(client.read_answer().ends_with("\r\n\r\nGET /a []"));
        client.send("POST /b?c=d?e HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nxyz");
        CHECK(client.read_answer().ends_with("\r\n\r\nPOST /b?c=d?e [xyz]"));
        CHECK(server.loop().connection_count() == 1);
    }

    TEST_CASE("only headers that are meant") {
        EchoServer server;
        RawClient client(server.port());
        client.send(
            "GET /a HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip, br\r\nRange: bytes=0-1\r\nAccept: "
            ",,\r\n\r\n");
        CHECK(client.read_answer() ==
              "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 9\r\n\r\nGET /a []");
        client.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n");
        CHECK(client.read_answer(false) ==
              "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 10\r\n\r\n");
    }

    TEST_CASE("methods that cpp-httplib doesn't know are answered as well") {
        EchoServer server;
        RawClient client(server.port());
        for (const std::string method : {"BREW", "TRACE", "LOCK"}) {
            client.send(method + " /a HTTP/1.1\r\nHost: h\r\n\r\n");
            CHECK(client.read_answer().ends_with(method + " /a []"));
        }
    }

    TEST_CASE("pipelined in one segment") {
        EchoServer server;
        RawClient client(server.port());
        client.send(std::string(get) + "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy" + get);
        CHECK(client.read_answer().ends_with("GET /a []"));
        CHECK(client.read_answer().ends_with("POST /b [xy]"));
        CHECK(client.read_answer().ends_with("GET /a []"));
    }

    TEST_CASE("split at every byte") {
        LoopOptions options;
        options.linger = 0ms;  // parks after every byte
        EchoServer server(options);
        const std::string request = "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy";
        for (std::size_t at = 1; at < request.size(); ++at) {
            CAPTURE(at);
            RawClient client(server.port());
            client.send(request.substr(0, at));
            std::this_thread::sleep_for(2ms);
            client.send(request.substr(at));
            CHECK(client.read_answer().ends_with("POST /b [xy]"));
        }
        RawClient trickling(server.port());
        for (const char byte : request) {
            trickling.send({&byte, 1});
            std::this_thread::sleep_for(1ms);
        }
        CHECK(trickling.read_answer().ends_with("POST /b [xy]"));
    }

    TEST_CASE("Connection: close and HTTP/1.0 end the connection") {
        EchoServer server;
        for (const auto* bytes : {"GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
                                  "GET /a HTTP/1.0\r\nHost: h\r\n\r\n"}) {
            RawClient client(server.port());
            client.send(bytes);
            const auto answer = client.read_to_end();
            CHECK(answer.ends_with("GET /a []"));
            CHECK(answer.find("Connection: close\r\n") != std::string::npos);
        }
    }

    TEST_CASE("a half-closed client gets its answer") {
        EchoServer server;
        RawClient client(server.port());
        client.send(get);
        client.end_output();
        CHECK(client.read_to_end().ends_with("GET /a []"));
    }

    TEST_CASE("a slow request has a deadline from its first byte, trickling or not") {
        LoopOptions options;
        options.request_time = 200ms;
        EchoServer server(options);
        RawClient stuck(server.port());
        RawClient trickling(server.port());
        stuck.send("GET /a HT");
        const auto begun = std::chrono::steady_clock::now();
        while (trickling.send("G") && !trickling.is_closed(5ms) &&
               std::chrono::steady_clock::now() < begun + 5s) {
        }
        CHECK(std::chrono::steady_clock::now() - begun < 2s);
        CHECK(trickling.read_to_end().starts_with("HTTP/1.1 400 "));
        CHECK(stuck.read_to_end().starts_with("HTTP/1.1 400 "));
    }

    TEST_CASE("silent connections hold no thread and cost no CPU time; a newcomer is served beside them") {
        LoopOptions options;
        options.max_workers = 4;
        EchoServer server(options);
        std::list<RawClient> silent;
        for (int i = 0; i < 200; ++i) {
            silent.emplace_back(server.port()).send(i % 2 == 0 ? get : "");
        }
        for (auto client = silent.begin(); client != silent.end(); std::advance(client, 2)) {
            CHECK(client->read_answer().ends_with("GET /a []"));
        }
        std::this_thread::sleep_for(100ms);
        const auto before = cpu_time();
        std::this_thread::sleep_for(300ms);
        CHECK(cpu_time() - before < 3ms);

        const auto begun = std::chrono::steady_clock::now();
        RawClient newcomer(server.port());
        newcomer.send(get);
        CHECK(newcomer.read_answer().ends_with("GET /a []"));
        CHECK(std::chrono::steady_clock::now() - begun < 500ms);
        CHECK(server.loop().worker_count() <= 4);
    }

    TEST_CASE("sleeping handlers don't hold up others") {
        EchoServer server;
        std::list<RawClient> sleepers;
        for (int i = 0; i < 50; ++i) {
            sleepers.emplace_back(server.port()).send("GET /sleep HTTP/1.1\r\nHost: h\r\n\r\n");
        }
        const auto begun = std::chrono::steady_clock::now();
        for (auto& client : sleepers) {
            CHECK(client.read_answer().ends_with("GET /sleep []"));
        }
        CHECK(std::chrono::steady_clock::now() - begun < 3s);  // one after the other: 15 s
    }

    TEST_CASE("the oldest silent connection makes room") {
        LoopOptions options;
        options.max_connections = 3;
        EchoServer server(options);
        std::list<RawClient> clients;
        for (int i = 0; i < 3; ++i) {
            clients.emplace_back(server.port()).send(get);
            CHECK(clients.back().read_answer().ends_with("GET /a []"));
            std::this_thread::sleep_for(50ms);  // parked, in this order
        }
        RawClient newcomer(server.port());
        newcomer.send(get);
        CHECK(newcomer.read_answer().ends_with("GET /a []"));
        CHECK(clients.front().is_closed());
        clients.back().send(get);
        CHECK(clients.back().read_answer().ends_with("GET /a []"));
        CHECK(server.loop().connection_count() == 3);
    }

    TEST_CASE("who is turned away is answered, and the application hears of it") {
        LoopOptions options;
        options.max_connections = 1;
        EchoServer server(options);
        RawClient waiting(server.port());
        waiting.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n");
        server.echo().waiting.get_future().wait();
        RawClient other(server.port());
        other.send(get);
        CHECK(other.read_to_end().starts_with("HTTP/1.1 503 "));
        CHECK(soon([&] { return server.deliveries().size() == 1; }));
        CHECK(server.deliveries().front().second.status == 503);
    }

    TEST_CASE("a stop while no descriptor is left for a newcomer lets short requests finish") {
        EchoServer server;
        RawClient client(server.port());
        client.send(get);
        client.read_answer();
        const FileLimit limit;
        limit.leave(1);  // for the newcomer's own side
        const RawClient newcomer(server.port());
        REQUIRE(newcomer.is_connected());
        client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n");
        std::this_thread::sleep_for(100ms);
        server.stop();
        CHECK(client.read_to_end().ends_with("GET /later []"));
    }

    TEST_CASE("a newcomer for whom there was no descriptor is answered when there is one") {
        EchoServer server;
        std::optional<FileLimit> limit(std::in_place);
        limit->leave(1);
        RawClient newcomer(server.port());
        newcomer.send(get);
        CHECK(newcomer.read_answer(true, 200ms).empty());
        limit.reset();
        CHECK(newcomer.read_answer().ends_with("GET /a []"));
    }

    TEST_CASE("a head that is refused is answered before its body is there") {
        EchoServer server;
        RawClient client(server.port());
        client.send("POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nbegin");
        CHECK(client.read_answer(true, 2s).starts_with("HTTP/1.1 421 "));
        CHECK(client.is_closed());
    }

    TEST_CASE("an empty line alone is no request") {
        LoopOptions options;
        options.request_time = 100ms;
        EchoServer server(options);
        RawClient client(server.port());
        client.send("\r\n");
        std::this_thread::sleep_for(300ms);
        client.send(get);
        CHECK(client.read_answer().ends_with("GET /a []"));
    }

    TEST_CASE("a handler learns that its client hung up") {
        EchoServer server;
        RawClient client(server.port());
        client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n");
        server.echo().waiting.get_future().wait();
        const auto begun = std::chrono::steady_clock::now();
        client.hang_up();
        auto noticed = server.echo().hung_up.get_future();
        REQUIRE(noticed.wait_for(5s) == std::future_status::ready);
        CHECK(noticed.get() - begun < 200ms);
        CHECK(soon([&] { return server.loop().connection_count() == 0; }));
    }

    TEST_CASE("a pipelined request is no hang-up") {
        EchoServer server;
        RawClient client(server.port());
        client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n");
        server.echo().waiting.get_future().wait();
        client.send(get);
        auto noticed = server.echo().hung_up.get_future();
        CHECK(noticed.wait_for(100ms) == std::future_status::timeout);
        server.loop().stop();
        CHECK(noticed.wait_for(5s) == std::future_status::ready);
    }

    TEST_CASE("a stop wakes waiting handlers, lets short ones finish and closes the rest") {
        EchoServer server;
        RawClient silent(server.port());
        RawClient waiting(server.port());
        RawClient sleeping(server.port());
        waiting.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n");
        sleeping.send("GET /sleep HTTP/1.1\r\nHost: h\r\n\r\n");
        server.echo().waiting.get_future().wait();
        std::this_thread::sleep_for(50ms);
        const auto begun = std::chrono::steady_clock::now();
        server.stop();
        CHECK(std::chrono::steady_clock::now() - begun < 1500ms);
        for (auto* client : {&waiting, &sleeping}) {
            const auto answer = client->read_to_end();
            CHECK(answer.starts_with("HTTP/1.1 200 "));
            CHECK(answer.find("Connection: close\r\n") != std::string::npos);
        }
        CHECK(silent.is_closed());
        CHECK_FALSE(RawClient(server.port()).is_connected());
    }

    TEST_CASE("a client that doesn't read its answer can't hold up a stop") {
        LoopOptions options;
        options.grace = 100ms;
        EchoServer server(options);
        RawClient client(server.port());
        const std::string request =
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" + std::string(1'000'000, 'x');
        std::thread sender([&] {
            for (int i = 0; i < 20 && client.send(request); ++i) {
            }
        });
        std::this_thread::sleep_for(300ms);
        const auto begun = std::chrono::steady_clock::now();
        server.stop();
        CHECK(std::chrono::steady_clock::now() - begun < 1s);
        sender.join();
    }

    TEST_CASE("some routes take larger bodies") {
        EchoServer server;
        const std::string body(1'500'000, 'x');
        RawClient client(server.port());
        std::thread sender([&] {
            client.send("POST /large HTTP/1.1\r\nHost: h\r\nContent-Length: 1500000\r\n\r\n" + body);
        });
        CHECK(client.read_answer().ends_with(" [" + body + "]"));
        sender.join();
        RawClient other(server.port());
        other.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1500000\r\n\r\n");
        CHECK(other.read_answer().ends_with("a body has at most 1048576 bytes"));
        RawClient too_much(server.port());
        too_much.send("POST /large HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n");
        CHECK(too_much.read_answer().ends_with("a body has at most 2000000 bytes"));
    }

    TEST_CASE("exchanges are recorded byte by byte, and are there as soon as the client has its answer") {
        EchoServer server;
        RawClient client(server.port());
        const std::string request =
            "\r\nPOST /b HTTP/1.1\r\nHost: h\r\nX-Request-Id: r\r\nContent-Length: 2\r\nX: \xe9\r\n\r\nxy";
        for (int i = 0; i < 200; ++i) {
            client.send(request);
            const auto answer = client.read_answer();
            const auto recording = server.exchanges().find("r");
            REQUIRE(recording != nullptr);
            REQUIRE(recording->received().kept == request);
            REQUIRE(recording->sent().bytes.kept == answer);
        }
        const auto facts = server.exchanges().find("r")->facts();
        CHECK(facts.method == "POST");
        CHECK(facts.target == "/b");
        CHECK(facts.status == 200);
        CHECK(facts.client == "127.0.0.1");
    }

    TEST_CASE("what is refused is recorded as well, and so is 100 Continue") {
        EchoServer server;
        RawClient broken(server.port());
        broken.send("GET / HTTP/1.1\r\nA\r\n");
        broken.send("\r\n");
        const auto answer = broken.read_answer();
        const auto refused = server.exchanges().find("refused");
        REQUIRE(refused != nullptr);
        CHECK(refused->facts().method == "GET");
        CHECK(refused->facts().status == 400);
        CHECK(refused->received().kept.starts_with("GET / HTTP/1.1\r\nA\r\n"));
        CHECK(refused->sent().bytes.kept == answer);

        RawClient careful(server.port());
        careful.send(
            "POST /a HTTP/1.1\r\nHost: h\r\nX-Request-Id: c\r\nContent-Length: 2\r\nExpect: "
            "100-continue\r\n\r\n");
        const auto permission = careful.read_answer();
        careful.send("xy");
        const auto after = careful.read_answer();
        REQUIRE(server.exchanges().find("c") != nullptr);
        CHECK(server.exchanges().find("c")->sent().bytes.kept == permission + after);
    }

    TEST_CASE("the application hears of every answer") {
        EchoServer server;
        RawClient client(server.port());
        client.send(get);
        const auto size = client.read_answer().size();
        client.send("bad\r\n\r\n");
        client.read_to_end();
        CHECK(soon([&] { return server.deliveries().size() == 2; }));
        const auto all = server.deliveries();
        CHECK(all[0].first == "GET");
        CHECK(all[0].second.status == 200);
        CHECK(all[0].second.bytes == size);
        CHECK(all[0].second.complete);
        CHECK(all[1].first.empty());
        CHECK(all[1].second.status == 400);
    }

    TEST_CASE("a stop before the start is not lost") {
        Echo echo;
        ConnectionLoop loop({}, echo);
        loop.stop();
        loop.run();
        CHECK(loop.is_stopping());
    }

    TEST_CASE("a port that is taken, a host that isn't ours") {
        EchoServer server;
        LoopOptions options;
        options.port = server.port();
        Echo echo;
        CHECK_THROWS_WITH_AS(ConnectionLoop(options, echo), doctest::Contains("is in use"), ListenError);
        options.host = "192.0.2.1";
        CHECK_THROWS_WITH_AS(ConnectionLoop(options, echo), "192.0.2.1 is no address of this machine",
                             ListenError);
        options.host = "no such host";
        CHECK_THROWS_AS(ConnectionLoop(options, echo), ListenError);
    }
}
