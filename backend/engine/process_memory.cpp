#include "engine/process_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "system/file_descriptor.h"

namespace gilscope::engine {
namespace {

/// The value in bytes of a line "Name:   123 kB", or -1.
std::int64_t field(const std::string& file, const std::string& name) {
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line)) {
        if (line.compare(0, name.size(), name) == 0 && line.size() > name.size() &&
            line[name.size()] == ':') {
            return std::strtoll(line.c_str() + name.size() + 1, nullptr, 10) * 1024;
        }
    }
    return -1;
}

std::int64_t at_least_zero(std::int64_t value) {
    return value < 0 ? 0 : value;
}

}  // namespace

ProcessMemory process_memory(pid_t process) {
    const std::string directory = fmt::format("/proc/{}/", process);
    const std::string status = directory + "status";
    ProcessMemory memory;
    memory.anonymous_bytes = field(directory + "smaps_rollup", "Pss_Anon");
    if (memory.anonymous_bytes < 0) {
        memory.anonymous_bytes = at_least_zero(field(status, "RssAnon"));
    }
    memory.file_bytes = at_least_zero(field(status, "RssFile"));
    memory.peak_bytes = at_least_zero(field(status, "VmHWM"));
    return memory;
}

std::int64_t resident_bytes(pid_t process) {
    const system::FileDescriptor file(
        open(fmt::format("/proc/{}/statm", process).c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 128> text{};
    if (!file.is_open() || read(file.get(), text.data(), text.size() - 1) <= 0) {
        return 0;
    }
    char* rest = nullptr;
    std::strtoll(text.data(), &rest, 10);  // the first figure is the virtual size
    return std::strtoll(rest, nullptr, 10) * sysconf(_SC_PAGESIZE);
}

}  // namespace gilscope::engine
