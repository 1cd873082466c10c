#include "embed/thread_counters.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <ctime>

namespace gilscope::embed {
namespace {

std::int64_t to_ns(const timeval& time) {
    return (static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + time.tv_usec) * 1000;
}

}  // namespace

ThreadUsage ThreadUsage::operator-(const ThreadUsage& earlier) const {
    return {user_cpu_ns - earlier.user_cpu_ns, system_cpu_ns - earlier.system_cpu_ns,
            run_queue_delay_ns - earlier.run_queue_delay_ns, voluntary_switches - earlier.voluntary_switches,
            involuntary_switches - earlier.involuntary_switches};
}

ThreadCounters::ThreadCounters() : schedstat_(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

ThreadCounters::~ThreadCounters() {
    if (schedstat_ >= 0) {
        close(schedstat_);
    }
}

ThreadUsage ThreadCounters::read() const {
    ThreadUsage usage;
    rusage resources{};
    if (getrusage(RUSAGE_THREAD, &resources) == 0) {
        usage.user_cpu_ns = to_ns(resources.ru_utime);
        usage.system_cpu_ns = to_ns(resources.ru_stime);
        usage.voluntary_switches = resources.ru_nvcsw;
        usage.involuntary_switches = resources.ru_nivcsw;
    }
    // "<time on CPU> <time in the run queue> <time slices>", in nanoseconds.
    std::array<char, 128> text{};
    if (schedstat_ >= 0 && pread(schedstat_, text.data(), text.size() - 1, 0) > 0) {
        char* after_cpu = nullptr;
        std::strtoll(text.data(), &after_cpu, 10);
        usage.run_queue_delay_ns = std::strtoll(after_cpu, nullptr, 10);
    }
    return usage;
}

std::int64_t process_cpu_ns() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void pin_to_cpu(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
}

}  // namespace gilscope::embed
