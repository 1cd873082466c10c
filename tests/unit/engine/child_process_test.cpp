#include "engine/child_process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "engine/environment.h"
#include "engine/errors.h"

using namespace gilscope::engine;
using gilscope::system::FileDescriptor;
using namespace std::chrono_literals;

namespace {

SpawnRequest shell(const std::string& script) {
    SpawnRequest request;
    request.program = "/bin/sh";
    request.arguments = {"-c", script};
    request.environment = environment_with("GILSCOPE_TEST", "yes");
    return request;
}

int status_after(const std::string& script) {
    Spawner spawner;
    ChildProcess process(spawner, shell(script));
    return process.wait(5s);
}

std::string printed_by(const std::string& script) {
    Spawner spawner;
    ChildProcess process(spawner, shell(script));
    process.wait(5s);
    return process.printed();
}

/// Empty; its number is the least free one from `least` on.
FileDescriptor file_in_memory(int least) {
    const FileDescriptor file(memfd_create("gilscope-test", MFD_CLOEXEC));
    return FileDescriptor(fcntl(file.get(), F_DUPFD_CLOEXEC, least));
}

std::string content_of(const FileDescriptor& file) {
    std::array<char, 100> text{};
    const ssize_t size = pread(file.get(), text.data(), text.size(), 0);
    return {text.data(), static_cast<std::size_t>(std::max(size, ssize_t{0}))};
}

bool is_alive(pid_t pid) {
    return kill(pid, 0) == 0;
}

}  // namespace

TEST_CASE("exit statuses and signals are put into words") {
    CHECK(describe_wait_status(status_after("exit 3")) == "exited with status 3");
    CHECK(describe_wait_status(status_after("kill -SEGV $$")) ==
          "was killed by SIGSEGV (Segmentation fault)");
}

TEST_CASE("a program that isn't there is an error that names it") {
    Spawner spawner;
    SpawnRequest request = shell("");
    request.program = "/nowhere/gilscope-engine-9.9";
    CHECK_THROWS_WITH_AS(ChildProcess(spawner, request), doctest::Contains("/nowhere/gilscope-engine-9.9"),
                         EngineError);
}

TEST_CASE("a child gets its environment, an empty standard input, and no descriptor but its own") {
    CHECK(printed_by("echo $GILSCOPE_TEST") == "yes\n");
    CHECK(printed_by("cat; echo end") == "end\n");
    const int leak = fcntl(STDERR_FILENO, F_DUPFD, 500);  // deliberately inheritable
    CHECK(printed_by("[ -e /proc/self/fd/" + std::to_string(leak) + " ] || echo closed") == "closed\n");
    close(leak);
}

TEST_CASE("it doesn't matter which numbers its descriptors have in the host") {
    Spawner spawner;
    SpawnRequest request = shell("echo output; echo error >&2; echo control >&3; echo memory >&4");
    for (const int least : {5, 1001}) {
        CAPTURE(least);
        // In the opposite order of what they become: moved one after the other, one would overwrite another.
        const auto memory = file_in_memory(least);
        const auto control = file_in_memory(least);
        const auto error = file_in_memory(least);
        const auto output = file_in_memory(least);
        request.standard_output = output.get();
        request.standard_error = error.get();
        request.control = control.get();
        request.shared_memory = memory.get();
        waitpid(spawner.spawn(request), nullptr, 0);
        CHECK(content_of(output) == "output\n");
        CHECK(content_of(error) == "error\n");
        CHECK(content_of(control) == "control\n");
        CHECK(content_of(memory) == "memory\n");
    }
}

TEST_CASE("signals that the host ignores or blocks are back to normal in the child") {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    CHECK(describe_wait_status(status_after("kill -PIPE $$")) == "was killed by SIGPIPE (Broken pipe)");
    std::signal(SIGPIPE, before);
}

TEST_CASE("output beyond the bound is counted and dropped") {
    const std::string text = printed_by("head -c 200000 /dev/zero | tr '\\0' x");
    CHECK(text.size() < 70'000);
    CHECK(text.find("[183616 more bytes left out]") != std::string::npos);
}

TEST_CASE("a child that doesn't end is killed when the patience is over") {
    CHECK(describe_wait_status(status_after("exit 0")) == "exited with status 0");
    Spawner spawner;
    ChildProcess process(spawner, shell("sleep 100"));
    CHECK(describe_wait_status(process.wait(10ms)).starts_with("was killed by SIGKILL"));
}

TEST_CASE("the patience for several is one, however many they are") {
    Spawner spawner;
    std::vector<ChildProcess> processes;
    for (int i = 0; i < 20; ++i) {
        processes.emplace_back(spawner, shell("sleep 100"));
    }
    const auto begun = std::chrono::steady_clock::now();
    wait_for_ends(processes, 300ms);
    CHECK(std::chrono::steady_clock::now() - begun < 20 * 300ms);
    for (ChildProcess& process : processes) {
        CHECK(describe_wait_status(process.wait(0ms)).starts_with("was killed by SIGKILL"));
    }
}

TEST_CASE("what a child leaves behind in a session of its own is ended") {
    Spawner spawner;
    ChildProcess process(spawner, shell("setsid sleep 100 >/dev/null 2>&1 & echo $!"));
    process.wait(5s);
    const pid_t stray = std::stoi(process.printed());
    REQUIRE(is_alive(stray));
    spawner.end_strays();
    CHECK_FALSE(is_alive(stray));
}

TEST_CASE("ending strays leaves engines alone") {
    Spawner spawner;
    ChildProcess process(spawner, shell("sleep 100"));
    spawner.end_strays();
    CHECK(is_alive(process.pid()));
}

TEST_CASE("the control channel carries lines, and its end is noticed") {
    Spawner spawner;
    ChildProcess process(spawner, shell("read line <&3; echo got $line >&3; echo half >&3; exec 3>&-"));
    process.send("hello");
    std::vector<std::string> lines;
    for (int tries = 0; tries < 500 && process.read_control(); ++tries) {
        while (const auto line = process.next_line()) {
            lines.push_back(*line);
        }
        usleep(10'000);
    }
    CHECK(lines == std::vector<std::string>{"got hello", "half"});
}
