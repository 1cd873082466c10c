#include "machine/machine_lock.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <stdexcept>
#include <thread>

#include "made_up_tree.h"
#include "system/file_descriptor.h"

using namespace std::chrono_literals;
using gilscope::machine::MachineLock;
using gilscope::machine::tests::MadeUpTree;
using gilscope::system::FileDescriptor;

namespace {

void nothing(const std::string&) {}

/// A process that takes the lock and keeps it until it is killed.
pid_t fork_holder(const std::filesystem::path& file) {
    int ends[2] = {-1, -1};
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    const FileDescriptor read_end(ends[0]);
    FileDescriptor write_end(ends[1]);
    const pid_t child = ::fork();
    if (child == 0) {
        const MachineLock lock = MachineLock::acquire({}, nothing, file);
        if (::write(write_end.get(), "x", 1) == 1) {
            ::pause();
        }
        ::_exit(1);
    }
    REQUIRE(child > 0);
    write_end = FileDescriptor();
    char letter = 0;
    REQUIRE(::read(read_end.get(), &letter, 1) == 1);
    return child;
}

}  // namespace

TEST_CASE("machine lock: the second waits for the first and hears who that is") {
    const MadeUpTree folder;
    const auto file = folder.root() / "lock";
    std::optional<MachineLock> first(MachineLock::acquire({}, nothing, file));
    int calls = 0;
    std::string holder;
    std::jthread releaser;
    const MachineLock second = MachineLock::acquire(
        {},
        [&](const std::string& name) {
            ++calls;
            holder = name;
            releaser = std::jthread([&first] {
                std::this_thread::sleep_for(120ms);
                first.reset();
            });
        },
        file);
    CHECK(calls == 1);
    CHECK(holder.find("pid " + std::to_string(::getpid())) != std::string::npos);
}

TEST_CASE("machine lock: free at once after its release") {
    const MadeUpTree folder;
    bool waited = false;
    for (int turn = 0; turn < 3; ++turn) {
        const MachineLock lock = MachineLock::acquire(
            {}, [&](const std::string&) { waited = true; }, folder.root() / "lock");
        const MachineLock moved = MachineLock(MachineLock::acquire({}, nothing, folder.root() / "other"));
    }
    CHECK_FALSE(waited);
}

TEST_CASE("machine lock: waiting can be stopped") {
    const MadeUpTree folder;
    const auto file = folder.root() / "lock";
    const MachineLock first = MachineLock::acquire({}, nothing, file);
    std::stop_source source;
    const auto stop = [&](const std::string&) { source.request_stop(); };
    CHECK_THROWS_AS(MachineLock::acquire(source.get_token(), stop, file), MachineLock::Stopped);
}

TEST_CASE("machine lock: the kernel gives it back when its holder dies") {
    const MadeUpTree folder;
    const auto file = folder.root() / "lock";
    const pid_t child = fork_holder(file);
    std::string holder;
    const MachineLock lock = MachineLock::acquire(
        {},
        [&](const std::string& name) {
            holder = name;
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        },
        file);
    CHECK(holder.find("pid " + std::to_string(child)) != std::string::npos);
}

TEST_CASE("machine lock: open to all users whatever the umask") {
    const MadeUpTree folder;
    const auto file = folder.root() / "lock";
    const mode_t before = ::umask(0077);
    const MachineLock lock = MachineLock::acquire({}, nothing, file);
    ::umask(before);
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0666);
}

TEST_CASE("machine lock: a symbolic link isn't followed") {
    const MadeUpTree folder;
    const auto file = folder.root() / "lock";
    std::filesystem::create_symlink(folder.root() / "target", file);
    CHECK_THROWS_WITH_AS(MachineLock::acquire({}, nothing, file), doctest::Contains("symbolic link"),
                         std::runtime_error);
    CHECK_FALSE(std::filesystem::exists(folder.root() / "target"));
}

TEST_CASE("machine lock: a hard link isn't written to") {
    const MadeUpTree folder;
    folder.write("precious", "text");
    std::filesystem::create_hard_link(folder.root() / "precious", folder.root() / "lock");
    CHECK_THROWS_AS(MachineLock::acquire({}, nothing, folder.root() / "lock"), std::runtime_error);
    CHECK(std::filesystem::file_size(folder.root() / "precious") == 4);
}

TEST_CASE("machine lock: a folder that isn't there is an error that names the file") {
    CHECK_THROWS_WITH_AS(MachineLock::acquire({}, nothing, "/nowhere/lock"),
                         doctest::Contains("/nowhere/lock"), std::runtime_error);
}

TEST_CASE("machine lock: holds after somebody removed the file of an earlier one") {
    const MadeUpTree folder;
    const auto file = folder.root() / "lock";
    const MachineLock old = MachineLock::acquire({}, nothing, file);
    std::filesystem::remove(file);
    const MachineLock replacement = MachineLock::acquire({}, nothing, file);
    std::stop_source source;
    CHECK_THROWS_AS(MachineLock::acquire(
                        source.get_token(), [&](const std::string&) { source.request_stop(); }, file),
                    MachineLock::Stopped);
}
