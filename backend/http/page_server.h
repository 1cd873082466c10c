// The page alone, for an API that is served from elsewhere.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/listener.h"  // ListenError
#include "logging/log.h"

namespace gilscope::http {

struct PageServerOptions {
    std::string host = "127.0.0.1";
    int port = 5500;                  ///< 0: any free one
    std::vector<std::string> apis{};  ///< origins of the APIs that the page can show: see origin_of()
    std::filesystem::path page_directory{};
    std::vector<std::string> allowed_hosts{};  ///< besides loopback: "name" or "name:port"
    std::optional<logging::Format> access_log = logging::Format::text;  ///< nothing: none
};

/// run() belongs to one thread; everything else is thread-safe.
class PageServer {
  public:
    /// Listens from now on. Throws ListenError with a sentence for the user.
    explicit PageServer(const PageServerOptions& options);
    ~PageServer();
    PageServer(const PageServer&) = delete;
    PageServer& operator=(const PageServer&) = delete;

    /// Answers requests until stop(). Once.
    void run();
    void stop();
    /// "http://127.0.0.1:5500"
    std::string address() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// "http://localhost:8000" for itself and with a slash at its end; nothing for what is no http or https
/// origin. It goes into headers, so only plain characters pass. Pure.
std::optional<std::string> origin_of(std::string_view url);

}  // namespace gilscope::http
