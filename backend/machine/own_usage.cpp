#include "machine/own_usage.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace gilscope::machine {

namespace {

std::chrono::nanoseconds to_duration(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

std::chrono::nanoseconds own_cpu_time() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return to_duration(usage.ru_utime) + to_duration(usage.ru_stime);
}

std::int64_t own_resident_bytes() {
    std::ifstream figures("/proc/self/statm");
    std::int64_t all_pages = 0;
    std::int64_t resident_pages = 0;
    figures >> all_pages >> resident_pages;
    return resident_pages * sysconf(_SC_PAGESIZE);
}

std::int64_t own_open_files() {
    std::error_code error;
    const std::filesystem::directory_iterator files("/proc/self/fd", error);
    return error ? 0 : std::distance(begin(files), end(files)) - 1;  // one is this look itself
}

}  // namespace gilscope::machine
