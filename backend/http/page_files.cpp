#include "http/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

#include "http/entity_tags.h"
#include "http/errors.h"
#include "http/page_modules.h"
#include "http/query.h"

namespace gilscope::http {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> media_types{{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
}};

bool is_plain_name(std::string_view name) {
    return !name.empty() && name.front() != '.' && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
               c == '_' || c == '-';
    });
}

/// FNV-1a: names a content, guards nothing.
std::string entity_tag(std::string_view content) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : content) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return fmt::format("\"{:016x}\"", hash);
}

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        throw HttpError(404, "not_found", "there is no such file");
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A page in a folder below would need other names; there is none.
void add_preloads(Response& response, const std::filesystem::path& directory) {
    if (const auto modules = modules_loaded_by(response.body, directory); !modules.empty()) {
        response.headers.add("Link", preload_links(modules));
    }
}

}  // namespace

std::string_view media_type(std::string_view name) {
    const auto* found = std::find_if(media_types.begin(), media_types.end(),
                                     [name](const auto& type) { return name.ends_with(type.first); });
    return found == media_types.end() ? "application/octet-stream" : found->second;
}

std::optional<std::string> safe_relative_path(std::string_view path) {
    if (!path.starts_with('/')) {
        return std::nullopt;
    }
    path.remove_prefix(1);
    if (path.empty()) {
        return "index.html";
    }
    std::string relative;
    for (;;) {
        const auto slash = std::min(path.find('/'), path.size());
        const auto name = percent_decode(path.substr(0, slash), false);
        if (!name || !is_plain_name(*name)) {
            return std::nullopt;
        }
        relative += *name;
        if (slash == path.size()) {
            return relative;
        }
        relative += '/';
        path.remove_prefix(slash + 1);
    }
}

PageFiles::PageFiles(const std::filesystem::path& directory, const std::vector<std::string>& connect_to)
    : security_policy_(
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'") {
    std::error_code missing;
    directory_ = std::filesystem::canonical(directory, missing);
    for (const auto& origin : connect_to) {
        security_policy_ += " " + origin;
    }
}

std::optional<std::filesystem::path> PageFiles::find(std::string_view path) const {
    const auto relative = safe_relative_path(path);
    if (!relative || directory_.empty()) {
        return std::nullopt;
    }
    // Names are harmless by now; this is about symbolic links that lead out of the directory.
    std::error_code error;
    const auto file = std::filesystem::canonical(directory_ / *relative, error);
    const auto [parted, rest] = std::mismatch(directory_.begin(), directory_.end(), file.begin(), file.end());
    if (error || parted != directory_.end() || !std::filesystem::is_regular_file(file, error)) {
        return std::nullopt;
    }
    return file;
}

Response PageFiles::serve(const std::filesystem::path& file, const Request& request) const {
    Response response;
    response.body = read_file(file);
    const auto tag = entity_tag(response.body);
    const auto type = media_type(file.filename().string());
    response.headers.add("Content-Type", std::string(type));
    if (type.starts_with("text/html")) {
        add_preloads(response, directory_);
    }
    response.headers.add("ETag", tag);
    // Always asked again, answered 304 mostly: a new server never meets an old page.
    response.headers.add("Cache-Control", "no-cache");
    response.headers.add("Content-Security-Policy", security_policy_);
    response.headers.add("Referrer-Policy", "no-referrer");
    response.headers.add("Cross-Origin-Opener-Policy", "same-origin");
    const auto known = EntityTags::from(request.headers, "If-None-Match");
    if (known && known->match_weakly(tag)) {
        response.status = 304;
        response.body.clear();
        response.headers.erase("Content-Type");
    }
    return response;
}

}  // namespace gilscope::http
