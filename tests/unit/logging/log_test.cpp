#include "logging/log.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>

#include "logging/line_formatter.h"
#include "logging/patient_sink.h"
#include "system/file_descriptor.h"

using namespace gilscope;
using namespace gilscope::logging;

namespace {

class Pipe {
  public:
    Pipe() {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        read_ = system::FileDescriptor(ends[0]);
        write_ = system::FileDescriptor(ends[1]);
        REQUIRE(::fcntl(read_.get(), F_SETFL, O_NONBLOCK) == 0);
    }
    int input() const { return write_.get(); }
    void close_reader() { read_.close(); }
    /// Everything that is there now.
    std::string read() const {
        std::string text;
        char bytes[4096];
        for (ssize_t count = 1; count > 0;) {
            count = ::read(read_.get(), bytes, sizeof(bytes));
            text.append(bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        }
        return text;
    }

  private:
    system::FileDescriptor read_;
    system::FileDescriptor write_;
};

std::string formatted(Format format, Payload payload, const std::string& text) {
    const auto time = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'740'821'400'007));
    spdlog::details::log_msg message(time, {}, "name", spdlog::level::warn, text);
    spdlog::memory_buf_t line;
    LineFormatter(format, payload).format(message, line);
    return {line.data(), line.size()};
}

std::string line_of(std::size_t size) {
    std::string line(size, 'x');
    line += '\n';
    return line;
}

}  // namespace

TEST_SUITE("logging") {
    TEST_CASE("a message is one line, whatever is in it") {
        CHECK(formatted(Format::text, Payload::message, "hello") ==
              "2025-03-01T09:30:00.007Z warning hello\n");
        CHECK(formatted(Format::text, Payload::message, "a\r\nb\x1b[31m\x7f") ==
              "2025-03-01T09:30:00.007Z warning a\\x0d\\nb\\x1b[31m\\x7f\n");
        const auto line = formatted(Format::json, Payload::message, "a\n\"b\" \xff");
        CHECK(line.find('\n') == line.size() - 1);
        const auto json = nlohmann::json::parse(line);
        CHECK(json["time"] == "2025-03-01T09:30:00.007Z");
        CHECK(json["level"] == "warning");
        CHECK(json["message"] == "a\n\"b\" \xef\xbf\xbd");
        CHECK(nlohmann::json::parse(formatted(Format::json, Payload::members, R"("a":1,"b":2)"))["b"] == 2);
    }

    TEST_CASE("a reader that doesn't read holds up nobody; it learns what it missed") {
        const Pipe pipe;
        LineQueue queue(pipe.input(), 10'000);
        const std::string line = line_of(99);
        const auto begun = std::chrono::steady_clock::now();
        for (int i = 0; i < 2000; ++i) {  // 200 kB: more than a pipe and the queue hold
            queue.add(line);
        }
        CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(2));
        std::string text = pipe.read();
        queue.flush();
        text += pipe.read();
        const auto arrived = text.size() / 100;
        CHECK(text.size() == arrived * 100);
        CHECK(arrived < 2000);
        queue.add("last\n");
        CHECK(pipe.read() ==
              "(" + std::to_string(2000 - arrived) + " lines were lost here: nobody read them)\nlast\n");
    }

    TEST_CASE("a long line arrives whole; a reader that is gone is no problem") {
        Pipe pipe;
        LineQueue queue(pipe.input());
        const std::string line = line_of(20'000);
        queue.add(line);
        CHECK(pipe.read() == line);
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        pipe.close_reader();
        queue.add(line);
        queue.add(line);
        std::signal(SIGPIPE, before);
    }

    TEST_CASE("names") {
        CHECK(format_named("text") == Format::text);
        CHECK(format_named("json") == Format::json);
        CHECK_FALSE(format_named("JSON").has_value());
    }
}
