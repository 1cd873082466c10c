// The room's door: the whole HTTP server.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/listener.h"  // ListenError
#include "http/routes.h"
#include "logging/log.h"
#include "tasks/task_store.h"

namespace gilscope::http {

struct ServerOptions {
    std::string host = "127.0.0.1";
    int port = 8000;  ///< 0: any free one
    std::string cors_origin =
        "http://localhost:5500";  ///< the one other origin whose pages may use the API; empty: none
    std::vector<std::string> allowed_hosts{};  ///< besides loopback: "name" or "name:port"
    int listen_backlog = 128;
    std::size_t max_connections = 4096;
    std::size_t max_streams = 256;  ///< open event streams
    std::chrono::nanoseconds benchmark_limit = std::chrono::seconds(120);
    std::filesystem::path frontend_directory{};   ///< empty: no page is served
    std::vector<std::string> page_connects_to{};  ///< origins that the page may call besides its own
    /// On standard error; nothing: no log of requests.
    std::optional<logging::Format> access_log = logging::Format::text;
};

/// What the server shows and changes. Both outlive it; runs are stopped with it.
struct Resources {
    tasks::TaskStore& tasks;
    runs::RunService& runs;
};

/// run() belongs to one thread; everything else is thread-safe once start() has returned.
class Server {
  public:
    Server(ServerOptions options, Services services, Resources resources);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Listens from now on. Throws ListenError with a sentence for the user.
    void start();
    /// Answers requests until stop(). Once, after start().
    void run();
    /// Short requests finish (1.5 s at most), benchmarks and runs are cancelled at once, run() returns. From
    /// any thread and any number of times; not from a signal handler.
    void stop();

    /// Where it listens, after start().
    int port() const;
    /// "http://127.0.0.1:8000", after start().
    std::string address() const;

  private:
    struct Parts;
    ServerOptions options_;
    Services services_;
    Resources resources_;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gilscope::http
