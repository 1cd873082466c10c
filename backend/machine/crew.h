// Warm threads that do equal shares of native work and wait for one release. Inside this room only.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <latch>
#include <thread>
#include <vector>

namespace gilscope::machine {

class Crew {
  public:
    /// `pins` has one CPU for each thread, or none.
    Crew(std::vector<int> pins, int size, std::uint64_t iterations);
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew();

    /// From the release to the last finish. Once only.
    std::chrono::nanoseconds run();

  private:
    enum class Gate : int { closed, open, abandoned };
    struct alignas(64) Seat {
        int pin_error = 0;
        volatile std::uint64_t result = 0;  ///< volatile, so that the compiler can't leave the work out
        std::chrono::steady_clock::time_point finish;
    };

    void start_threads();
    void work(std::size_t index);
    void turn(Gate gate);
    void check_pins() const;

    std::vector<int> pins_;
    std::vector<Seat> seats_;
    std::latch ready_;
    std::atomic<Gate> gate_{Gate::closed};
    std::uint64_t iterations_;
    std::vector<std::jthread> threads_;  ///< last: joined before the rest goes
};

}  // namespace gilscope::machine
