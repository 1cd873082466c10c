#include "embed/shared_cell.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <system_error>

namespace gilscope::embed {
namespace {

/// The plain word that the kernel's futex calls want.
std::uint32_t* word_of(std::atomic<std::uint32_t>& value) {
    return reinterpret_cast<std::uint32_t*>(&value);
}

/// Sleeps while the word still holds `seen`. May wake early: callers look again.
void futex_wait(std::atomic<std::uint32_t>& value, std::uint32_t seen) {
    syscall(SYS_futex, word_of(value), FUTEX_WAIT, seen, nullptr, nullptr, 0);
}

void futex_wake_all(std::atomic<std::uint32_t>& value) {
    syscall(SYS_futex, word_of(value), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

SharedCell::SharedCell(int descriptor, int all_workers)
    : shared_(nullptr), all_workers_(static_cast<std::uint32_t>(all_workers)) {
    void* const memory =
        mmap(nullptr, sizeof(engine::SharedRound), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "the cell's shared memory can't be mapped");
    }
    shared_ = static_cast<engine::SharedRound*>(memory);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);  // not for programs that user code starts
}

void SharedCell::wait_for_release(std::uint32_t number) const {
    for (;;) {
        const std::uint32_t released = shared_->release.load(std::memory_order_acquire);
        if (released == number) {
            return;
        }
        futex_wait(shared_->release, released);
    }
}

bool SharedCell::is_running(std::uint32_t number) const {
    return shared_->release.load(std::memory_order_acquire) == number &&
           shared_->finished.load(std::memory_order_acquire) == 0;
}

void SharedCell::finish() const {
    std::uint32_t finished = shared_->finished.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (finished >= all_workers_) {
        futex_wake_all(shared_->finished);
        return;
    }
    while (finished < all_workers_) {
        futex_wait(shared_->finished, finished);
        finished = shared_->finished.load(std::memory_order_acquire);
    }
}

}  // namespace gilscope::embed
