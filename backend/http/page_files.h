// The page's files, out of one directory and nothing else.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace gilscope::http {

/// Thread-safe: files are read when asked for, so that a page can be edited while it is served.
class PageFiles {
  public:
    /// `connect_to`: origins that the page may call besides its own, for Content-Security-Policy.
    explicit PageFiles(const std::filesystem::path& directory,
                       const std::vector<std::string>& connect_to = {});

    /// The file that a request path ("/", "/js/api.js", percent-encoded) stands for, if there is one.
    std::optional<std::filesystem::path> find(std::string_view path) const;

    /// Its content with its type, ETag, cache rules and security headers, a page's with links to the modules
    /// that it is going to load (`page_modules.h`); 304 if the client has it already.
    /// Throws HttpError 404 if it is gone meanwhile.
    Response serve(const std::filesystem::path& file, const Request& request) const;

  private:
    std::filesystem::path directory_;
    std::string security_policy_;
};

/// "js/api.js" for "/js/api.js", "index.html" for "/"; nothing for a path with anything but plain names in
/// it: no
/// "..", no hidden files, no backslashes, no encoded slashes. Pure.
std::optional<std::string> safe_relative_path(std::string_view path);

/// By the name's ending; "application/octet-stream" for an unknown one.
std::string_view media_type(std::string_view name);

}  // namespace gilscope::http
