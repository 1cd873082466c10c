#include "http/listener.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

namespace gilscope::http {

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses resolve(const std::string& host, int port) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    // "localhost" may resolve to ::1 first, and then http://127.0.0.1 would not be there.
    const auto& name = host == "localhost" ? std::string("127.0.0.1") : host;
    const int error = getaddrinfo(name.c_str(), std::to_string(port).c_str(), &hints, &found);
    if (error != 0) {
        throw ListenError(
            fmt::format("can't listen on {}: {}; give an address of this machine, such as 127.0.0.1", host,
                        gai_strerror(error)));
    }
    return {found, &freeaddrinfo};
}

void set_option(int fd, int level, int name) {
    const int on = 1;
    setsockopt(fd, level, name, &on, sizeof(on));
}

/// A bound and listening socket, or a closed one and errno.
system::FileDescriptor open_at(const addrinfo& address, int backlog) {
    system::FileDescriptor fd(
        ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol));
    if (!fd.is_open()) {
        return fd;
    }
    // Not SO_REUSEPORT, with which two servers could share a port and both say that they listen.
    set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR);
    if (::bind(fd.get(), address.ai_addr, address.ai_addrlen) != 0 || ::listen(fd.get(), backlog) != 0) {
        const int reason = errno;
        fd.close();
        errno = reason;
    }
    return fd;
}

std::string explain(const std::string& host, int port, int reason) {
    if (reason == EADDRINUSE) {
        return fmt::format("port {} of {} is in use: choose another one with --port, or 0 for any", port,
                           host);
    }
    if (reason == EACCES) {
        return fmt::format("port {} needs special rights: choose one from 1024 on", port);
    }
    if (reason == EADDRNOTAVAIL) {
        return fmt::format("{} is no address of this machine", host);
    }
    return fmt::format("can't listen on {} port {}: {}", host, port, std::generic_category().message(reason));
}

int bound_port(int fd) {
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    if (getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw ListenError(std::generic_category().message(errno));
    }
    return address.ss_family == AF_INET6 ? ntohs(reinterpret_cast<sockaddr_in6*>(&address)->sin6_port)
                                         : ntohs(reinterpret_cast<sockaddr_in*>(&address)->sin_port);
}

std::string numeric(const sockaddr_storage& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void* raw =
        address.ss_family == AF_INET6
            ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in6*>(&address)->sin6_addr)
            : static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(&address)->sin_addr);
    return inet_ntop(address.ss_family, raw, text.data(), text.size()) == nullptr ? std::string()
                                                                                  : text.data();
}

}  // namespace

Listener::Listener(const std::string& host, int port, int backlog) {
    const auto addresses = resolve(host, port);
    int reason = 0;
    for (const auto* address = addresses.get(); address != nullptr && !socket_.is_open();
         address = address->ai_next) {
        socket_ = open_at(*address, backlog);
        reason = errno;
    }
    if (!socket_.is_open()) {
        throw ListenError(explain(host, port, reason));
    }
    port_ = bound_port(socket_.get());
}

Listener::Outcome Listener::accept(std::optional<Accepted>& accepted) {
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    const int fd =
        ::accept4(socket_.get(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
        const bool exhausted = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        return exhausted ? Outcome::out_of_resources : Outcome::nobody_waits;
    }
    set_option(fd, IPPROTO_TCP, TCP_NODELAY);
    accepted = Accepted{system::FileDescriptor(fd), numeric(address)};
    return Outcome::accepted;
}

std::string url_of(const std::string& host, int port) {
    std::string name = host;
    if (host.empty() || host == "0.0.0.0" || host == "localhost") {
        name = "127.0.0.1";
    } else if (host == "::") {
        name = "[::1]";
    } else if (host.find(':') != std::string::npos) {
        name = "[" + host + "]";
    }
    return fmt::format("http://{}:{}", name, port);
}

}  // namespace gilscope::http
