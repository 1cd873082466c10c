#include "http/client.h"

#include <httplib.h>

#include <fmt/format.h>

#include <functional>

namespace gilscope::http {

namespace {

constexpr std::size_t most_bytes = 16 << 20;

struct Address {
    std::string origin;  ///< http://host:port
    std::string path;
};

Address parse(const std::string& url) {
    const auto scheme_end = url.find("://");
    const std::string scheme = url.substr(0, std::min(scheme_end, url.size()));
    if (scheme_end == std::string::npos || (scheme != "http" && scheme != "https")) {
        throw Unreachable(fmt::format(
            "{} is not an address like http://127.0.0.1:8000/: give one that starts with http://", url));
    }
    const auto path_begin = std::min(url.find('/', scheme_end + 3), url.size());
    if (path_begin == scheme_end + 3) {
        throw Unreachable(fmt::format("{} names no host: give an address like http://127.0.0.1:8000/", url));
    }
    const std::string path = url.substr(path_begin);
    return {url.substr(0, path_begin), path.empty() ? "/" : path};
}

ClientAnswer ask(const std::string& url, std::chrono::milliseconds timeout,
                 const std::function<httplib::Result(httplib::Client&, const std::string& path)>& question) {
    const Address address = parse(url);
    httplib::Client client(address.origin);
    client.set_connection_timeout(timeout);
    client.set_read_timeout(timeout);
    client.set_write_timeout(timeout);
    const httplib::Result result = client.is_valid() ? question(client, address.path)
                                                     : httplib::Result(nullptr, httplib::Error::Connection);
    if (!result) {
        throw Unreachable(fmt::format("{} does not answer ({}): check the address, and that the server runs",
                                      url, httplib::to_string(result.error())));
    }
    return {result->status, result->body};
}

}  // namespace

ClientAnswer get(const std::string& url, std::chrono::milliseconds timeout) {
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    std::string body;
    // A server that sends a little now and then, and never ends, hangs too.
    const auto take = [&](const char* data, std::size_t size) {
        body.append(data, size);
        return body.size() <= most_bytes && std::chrono::steady_clock::now() < deadline;
    };
    ClientAnswer answer = ask(url, timeout, [&](httplib::Client& client, const std::string& path) {
        return client.Get(path, take);
    });
    answer.body = std::move(body);
    return answer;
}

ClientAnswer post_json(const std::string& url, const std::string& body, std::chrono::milliseconds timeout) {
    return ask(url, timeout, [&body](httplib::Client& client, const std::string& path) {
        return client.Post(path, body, "application/json");
    });
}

}  // namespace gilscope::http
