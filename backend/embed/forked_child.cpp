#include "embed/forked_child.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace gilscope::embed {
namespace {

constexpr unsigned char parent_mark = 1;
constexpr std::size_t page_bytes = 4096;

/// MADV_WIPEONFORK, Linux 4.14: https://man7.org/linux/man-pages/man2/madvise.2.html
void* page_wiped_on_fork() {
    void* const page = mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        return nullptr;
    }
    if (madvise(page, page_bytes, MADV_WIPEONFORK) != 0) {
        munmap(page, page_bytes);
        return nullptr;
    }
    *static_cast<unsigned char*>(page) = parent_mark;
    return page;
}

}  // namespace

ForkGuard::ForkGuard()
    : engine_(getpid()),
      page_(page_wiped_on_fork()),
      mark_(page_ != nullptr ? static_cast<const unsigned char*>(page_) : &parent_mark) {}

ForkGuard::~ForkGuard() {
    leave_if_forked();
    if (page_ != nullptr) {
        munmap(page_, page_bytes);
    }
}

void ForkGuard::leave_if_forked() const {
    if (getpid() != engine_) {
        _exit(0);
    }
}

}  // namespace gilscope::embed
