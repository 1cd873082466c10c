#include "engine/shared_round.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <new>
#include <string>

#include "engine/errors.h"

namespace gilscope::engine {

SharedRoundMemory::SharedRoundMemory() : file_(memfd_create("gilscope-round", MFD_CLOEXEC)) {
    if (!file_.is_open() || ftruncate(file_.get(), sizeof(SharedRound)) != 0) {
        throw EngineError(std::string("no shared memory for a cell: ") + std::strerror(errno));
    }
    void* const memory =
        mmap(nullptr, sizeof(SharedRound), PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
    if (memory == MAP_FAILED) {
        throw EngineError(std::string("a cell's shared memory can't be mapped: ") + std::strerror(errno));
    }
    shared_ = new (memory) SharedRound;
}

SharedRoundMemory::~SharedRoundMemory() {
    munmap(shared_, sizeof(SharedRound));
}

void SharedRoundMemory::prepare() {
    shared_->finished.store(0, std::memory_order_release);
}

std::int64_t SharedRoundMemory::release(std::uint32_t number) {
    const std::int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                    std::chrono::steady_clock::now().time_since_epoch())
                                    .count();
    shared_->released_ns = now_ns;
    shared_->release.store(number, std::memory_order_release);
    syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&shared_->release), FUTEX_WAKE, INT_MAX, nullptr,
            nullptr, 0);
    return now_ns;
}

}  // namespace gilscope::engine
