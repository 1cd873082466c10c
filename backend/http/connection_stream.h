// cpp-httplib's view of a connection: the head that the framing gate let through, and nowhere to write to.
// With it, cpp-httplib never touches a socket. One of the few files that include its header.
#pragma once

#include <httplib.h>

#include <string>
#include <string_view>

namespace gilscope::http {

/// httplib::Stream as it is from 0.2x on: it can be asked to wait.
template <typename Stream>
concept WaitingStream = requires(const Stream& stream) {
    stream.wait_readable();
    stream.wait_writable();
    stream.duration();
};

/// What must be overridden, in the versions that ask for it. Reading and writing here never wait for anything
/// that could be asked about: the answer to every question is yes.
template <typename Stream>
class PortableStream : public Stream {
  public:
    bool is_readable() const override { return true; }
    bool is_writable() const override { return true; }
};

template <WaitingStream Stream>
class PortableStream<Stream> : public Stream {
  public:
    bool is_readable() const override { return true; }
    bool wait_readable() const override { return true; }
    bool wait_writable() const override { return true; }
    time_t duration() const override { return 0; }
};

class ConnectionStream final : public PortableStream<httplib::Stream> {
  public:
    /// `head` is all there is to read. It outlives the stream.
    explicit ConnectionStream(std::string_view head) : unread_(head) {}

    using httplib::Stream::write;
    ssize_t read(char* to, size_t size) override;
    /// Dropped: see HttplibCore.
    ssize_t write(const char* from, size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    /// Never a real one: 0.11.4 and 0.18.7 refuse descriptors from FD_SETSIZE on, though nothing calls
    /// select().
    socket_t socket() const override { return 0; }

  private:
    std::string_view unread_;
};

}  // namespace gilscope::http
