#include "http/connection_stream.h"

#include <algorithm>

namespace gilscope::http {

ssize_t ConnectionStream::read(char* to, size_t size) {
    const auto count = std::min(size, unread_.size());
    unread_.copy(to, count);
    unread_.remove_prefix(count);
    return static_cast<ssize_t>(count);
}

ssize_t ConnectionStream::write(const char* /*from*/, size_t size) {
    return static_cast<ssize_t>(size);
}

void ConnectionStream::get_remote_ip_and_port(std::string& ip, int& port) const {
    ip.clear();
    port = 0;
}

void ConnectionStream::get_local_ip_and_port(std::string& ip, int& port) const {
    ip.clear();
    port = 0;
}

}  // namespace gilscope::http
