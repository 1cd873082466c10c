#include "http/connection_stream.h"

#include <algorithm>

namespace gilscope::http {

namespace {

constexpr std::size_t collected_at_most = 65536;

}  // namespace

ssize_t ConnectionStream::read(char* to, size_t size) {
    const auto count = std::min(size, unread_.size());
    unread_.copy(to, count);
    unread_.remove_prefix(count);
    return static_cast<ssize_t>(count);
}

ssize_t ConnectionStream::write(const char* from, size_t size) {
    unsent_.append(from, size);
    if (unsent_.size() > collected_at_most && !flush()) {
        return -1;
    }
    return broken_ ? -1 : static_cast<ssize_t>(size);
}

bool ConnectionStream::flush() {
    broken_ = broken_ || !connection_.send_all(unsent_);
    unsent_.clear();
    return !broken_;
}

void ConnectionStream::get_remote_ip_and_port(std::string& ip, int& port) const {
    ip = connection_.client();
    port = 0;
}

void ConnectionStream::get_local_ip_and_port(std::string& ip, int& port) const {
    ip.clear();
    port = 0;
}

}  // namespace gilscope::http
