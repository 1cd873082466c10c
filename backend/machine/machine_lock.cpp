#include "machine/machine_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <fmt/format.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <thread>

#include "machine/text.h"

namespace gilscope::machine {

namespace {

constexpr auto poll_interval = std::chrono::milliseconds(50);
constexpr mode_t everyone = 0666;

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what, std::string_view advice) {
    throw std::runtime_error(
        fmt::format("cannot take the measurement lock {}: {}; {}", file.string(), what, advice));
}

/// With fs.protected_regular, O_CREAT fails for a file of someone else in a sticky folder though it is open
/// to all; and flock is content with a descriptor that can only read.
system::FileDescriptor open_any_way(const std::filesystem::path& file) {
    constexpr int always =
        O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;  // O_NONBLOCK: a pipe of that name mustn't hold us
    for (const int way : {O_RDWR | O_CREAT, O_RDWR, O_RDONLY}) {
        system::FileDescriptor descriptor(::open(file.c_str(), way | always, everyone));
        if (descriptor.is_open()) {
            return descriptor;
        }
        if (errno == ELOOP) {
            fail(file, "it is a symbolic link, which is never followed", "remove it and try again");
        }
        if (errno != EACCES) {
            break;
        }
    }
    fail(file, std::strerror(errno),
         "check that the folder can be written and that the file is open to all (mode 0666)");
}

struct stat status(const system::FileDescriptor& descriptor, const std::filesystem::path& file) {
    struct stat status {};
    if (::fstat(descriptor.get(), &status) != 0) {
        fail(file, std::strerror(errno), "try again");
    }
    return status;
}

system::FileDescriptor open_lock(const std::filesystem::path& file) {
    system::FileDescriptor descriptor = open_any_way(file);
    const struct stat found = status(descriptor, file);
    // The holder's name is written into it: that must not hit a file which someone linked here.
    if (!S_ISREG(found.st_mode) || found.st_nlink > 1) {
        fail(file, "it is not an ordinary file of its own", "remove it and try again");
    }
    const bool closed_to_some = (found.st_mode & everyone) != everyone;
    if (found.st_uid == ::geteuid() && closed_to_some && ::fchmod(descriptor.get(), everyone) != 0) {
        fail(file, std::strerror(errno), fmt::format("make it open to all: chmod 666 {}", file.string()));
    }
    return descriptor;
}

/// Somebody may have cleaned /tmp since we opened the file: a lock on a removed file excludes nobody.
bool is_still_there(const system::FileDescriptor& descriptor, const std::filesystem::path& file) {
    const struct stat ours = status(descriptor, file);
    struct stat theirs {};
    return ::lstat(file.c_str(), &theirs) == 0 && ours.st_dev == theirs.st_dev &&
           ours.st_ino == theirs.st_ino;
}

bool try_lock(const system::FileDescriptor& descriptor, const std::filesystem::path& file) {
    if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0) {
        return is_still_there(descriptor, file);
    }
    if (errno != EWOULDBLOCK && errno != EINTR) {
        fail(file, std::strerror(errno), "its file system must support flock");
    }
    return false;
}

/// "gilscope run, pid 1234": the program and its command, without the paths that follow.
std::string own_name() {
    const std::string command_line = read_text(std::filesystem::path("/proc/self/cmdline")).value_or("");
    const auto arguments = split(command_line, '\0');
    std::string name = std::filesystem::path(arguments.front()).filename().string();
    if (arguments.size() > 1 && !arguments[1].empty() &&
        arguments[1].find_first_of("-/") == std::string_view::npos) {
        name += fmt::format(" {}", arguments[1]);
    }
    return fmt::format("{}, pid {}", name, ::getpid());
}

/// Others only show it to people: a lock that can't be written still locks.
void write_text(const system::FileDescriptor& descriptor, std::string_view text) {
    if (::ftruncate(descriptor.get(), 0) == 0) {
        [[maybe_unused]] const ssize_t written = ::pwrite(descriptor.get(), text.data(), text.size(), 0);
    }
}

/// Anybody can write the file, so no more than one short, printable line of it is passed on.
std::string holder(const system::FileDescriptor& descriptor) {
    std::array<char, 120> text{};
    const ssize_t size = ::pread(descriptor.get(), text.data(), text.size(), 0);
    std::string line;
    for (ssize_t at = 0; at < size; ++at) {
        const char letter = text[static_cast<std::size_t>(at)];
        if (letter < ' ' || letter > '~') {
            break;
        }
        line += letter;
    }
    return line.empty() ? "another program" : line;
}

}  // namespace

MachineLock MachineLock::acquire(const std::stop_token& stop,
                                 const std::function<void(const std::string&)>& on_wait,
                                 const std::filesystem::path& file) {
    bool told = false;
    while (!stop.stop_requested()) {
        system::FileDescriptor descriptor =
            open_lock(file);  // anew each time, since the file may have been replaced
        if (try_lock(descriptor, file)) {
            return MachineLock(std::move(descriptor));
        }
        if (!told && on_wait) {
            on_wait(holder(descriptor));
        }
        told = true;
        std::this_thread::sleep_for(poll_interval);
    }
    throw Stopped{};
}

std::filesystem::path MachineLock::default_file() {
    return "/tmp/gilscope-measure.lock";
}

MachineLock::MachineLock(system::FileDescriptor file) : file_(std::move(file)) {
    write_text(file_, own_name());
}

MachineLock::MachineLock(MachineLock&& other) noexcept = default;

MachineLock::~MachineLock() {
    if (file_.is_open()) {
        write_text(file_, "");  // or the next to wait would be told of us
    }
}

}  // namespace gilscope::machine
