// A client that sends exactly the bytes it is told to, for tests of a server on this machine.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "system/file_descriptor.h"

namespace gilscope::http {

class RawClient {
  public:
    explicit RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected_ = ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
    }

    bool is_connected() const { return connected_; }
    bool send(std::string_view bytes) const {
        return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(bytes.size());
    }
    void end_output() const { ::shutdown(socket_.get(), SHUT_WR); }
    void hang_up() { socket_.close(); }

    /// One answer, head and body (by its Content-Length; none for HEAD); less if the server closes or is
    /// silent.
    std::string read_answer(bool has_body = true,
                            std::chrono::milliseconds patience = std::chrono::seconds(5)) {
        while (answer_size(has_body) > buffer_.size() && receive(patience)) {
        }
        const auto size = std::min(answer_size(has_body), buffer_.size());
        const auto answer = buffer_.substr(0, size);
        buffer_.erase(0, size);
        return answer;
    }
    /// Everything up to `end`, which is included; less if the server closes or is silent.
    std::string read_until(std::string_view end,
                           std::chrono::milliseconds patience = std::chrono::seconds(5)) {
        while (buffer_.find(end) == std::string::npos && receive(patience)) {
        }
        const auto found = buffer_.find(end);
        const auto size = found == std::string::npos ? buffer_.size() : found + end.size();
        const auto text = buffer_.substr(0, size);
        buffer_.erase(0, size);
        return text;
    }
    /// Reads, and drops, until `count` bytes came or the server closes or is silent.
    void read_some(std::size_t count) {
        while (buffer_.size() < count && receive(std::chrono::seconds(5))) {
        }
        buffer_.clear();
    }
    /// Everything up to the end of the connection.
    std::string read_to_end(std::chrono::milliseconds patience = std::chrono::seconds(5)) {
        while (receive(patience)) {
        }
        return buffer_;
    }
    /// True if the server closes within that time; what it sends before is kept.
    bool is_closed(std::chrono::milliseconds within = std::chrono::seconds(5)) {
        while (receive(within)) {
        }
        return ended_;
    }

  private:
    bool receive(std::chrono::milliseconds patience) {
        pollfd readable{socket_.get(), POLLIN, 0};
        if (ended_ || ::poll(&readable, 1, static_cast<int>(patience.count())) <= 0) {
            return false;
        }
        char bytes[4096];
        const auto count = ::recv(socket_.get(), bytes, sizeof(bytes), 0);
        ended_ = count <= 0;
        buffer_.append(bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        return !ended_;
    }
    std::size_t answer_size(bool has_body) const {
        const auto head = buffer_.find("\r\n\r\n");
        if (head == std::string::npos) {
            return std::string::npos;
        }
        const auto length = buffer_.find("Content-Length: ");
        const bool counted = has_body && length != std::string::npos && length < head;
        return head + 4 + (counted ? std::stoul(buffer_.substr(length + 16)) : 0);
    }

    system::FileDescriptor socket_;
    bool connected_ = false;
    bool ended_ = false;
    std::string buffer_;
};

}  // namespace gilscope::http
