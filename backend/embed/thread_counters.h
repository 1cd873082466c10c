// What the kernel says of the calling thread: CPU time, context switches, time in the run queue.
#pragma once

#include <cstdint>

namespace gilscope::embed {

struct ThreadUsage {
    std::int64_t user_cpu_ns = 0;
    std::int64_t system_cpu_ns = 0;
    std::int64_t run_queue_delay_ns = 0;  ///< runnable but not running; 0 where the kernel has no schedstat
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;

    ThreadUsage operator-(const ThreadUsage& earlier) const;
};

/// Belongs to the thread that made it. Keeps /proc/thread-self/schedstat open, so that a reading costs some 2
/// µs.
class ThreadCounters {
  public:
    ThreadCounters();
    ~ThreadCounters();
    ThreadCounters(const ThreadCounters&) = delete;
    ThreadCounters& operator=(const ThreadCounters&) = delete;

    ThreadUsage read() const;

  private:
    int schedstat_ = -1;
};

/// CPU time of the whole process, in nanoseconds.
std::int64_t process_cpu_ns();

/// Restricts the calling thread to one CPU. Failure is ignored: the CPU may have gone offline.
void pin_to_cpu(int cpu);

}  // namespace gilscope::embed
