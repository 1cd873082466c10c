#include "http/httplib_core.h"

#include <httplib.h>

#include <optional>
#include <string>
#include <utility>

#include "http/connection_stream.h"

namespace gilscope::http {

namespace {

/// One request on its way through cpp-httplib.
struct Passage {
    const std::function<Response()>& make_response;
    std::optional<Response> response{};  ///< once the routing hook was called
};

/// How the routing hook finds its passage: hooks get only httplib's request, and this member of it, meant
/// for clients, can hold any callable.
struct PassageTag {
    Passage* passage;
    bool operator()(const httplib::Response&) const { return true; }
};

Passage* passage_of(const httplib::Request& request) {
    const auto* tag = request.response_handler.target<PassageTag>();
    return tag == nullptr ? nullptr : tag->passage;
}

/// What cpp-httplib is told of a request: its first line. The headers are left out on purpose, for it would
/// act on them: compress answers (Accept-Encoding), cut them (Range), read a body that is already here
/// (Content-Length), split one query in two at its second '?'.
std::string head_for_httplib(const RequestHead& head) {
    return head.method + " " + head.target.substr(0, head.target.find('?')) + " HTTP/1.1\r\n\r\n";
}

/// The answer is kept from cpp-httplib: it would add headers, sort them, and wants to know every body's
/// length.
httplib::Server::HandlerResponse route(const httplib::Request& request, httplib::Response&) {
    if (auto* passage = passage_of(request)) {
        passage->response = passage->make_response();
        return httplib::Server::HandlerResponse::Handled;
    }
    return httplib::Server::HandlerResponse::Unhandled;
}

}  // namespace

class HttplibCore::Server : public httplib::Server {
  public:
    Server() { set_pre_routing_handler(&route); }

    void process(httplib::Stream& stream, Passage& passage) {
        bool closed = false;
        const Setup setup = [&passage](httplib::Request& request) {
            request.response_handler = PassageTag{&passage};
        };
        call(&Server::process_request, stream, closed, setup);
    }

  private:
    using Setup = std::function<void(httplib::Request&)>;

    /// process_request has grown with the versions; its type tells which one this is. First 0.11, then 0.18
    /// (which wants to be told addresses), then 0.41 (and about web sockets). A template, since only one of
    /// the types exists.
    template <typename Base>
    void call(bool (Base::*method)(httplib::Stream&, bool, bool&, const Setup&), httplib::Stream& stream,
              bool& closed, const Setup& setup) {
        (this->*method)(stream, false, closed, setup);
    }
    template <typename Base>
    void call(bool (Base::*method)(httplib::Stream&, const std::string&, int, const std::string&, int, bool,
                                   bool&, const Setup&),
              httplib::Stream& stream, bool& closed, const Setup& setup) {
        (this->*method)(stream, {}, 0, {}, 0, false, closed, setup);
    }
    template <typename Base>
    void call(bool (Base::*method)(httplib::Stream&, const std::string&, int, const std::string&, int, bool,
                                   bool&, const Setup&, bool*),
              httplib::Stream& stream, bool& closed, const Setup& setup) {
        (this->*method)(stream, {}, 0, {}, 0, false, closed, setup, nullptr);
    }
};

HttplibCore::HttplibCore() : server_(std::make_unique<Server>()) {}
HttplibCore::~HttplibCore() = default;

Response HttplibCore::answer(const RequestHead& head, const std::function<Response()>& make_response) const {
    Passage passage{make_response};
    const auto text = head_for_httplib(head);
    ConnectionStream stream(text);
    server_->process(stream, passage);
    // Its parser knows ten methods and refuses the rest, which deserve a proper answer as well.
    return passage.response ? std::move(*passage.response) : make_response();
}

}  // namespace gilscope::http
