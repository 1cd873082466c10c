#include "http/page_modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "http/page_files.h"

namespace gilscope::http {

namespace {

/// The text between the first pair of quotes.
std::optional<std::string_view> quoted(std::string_view text) {
    const auto open = text.find_first_of("'\"");
    const auto close = open == std::string_view::npos ? open : text.find(text[open], open + 1);
    return close == std::string_view::npos ? std::nullopt
                                           : std::optional(text.substr(open + 1, close - open - 1));
}

/// "export const answer = 'x'" isn't an import, nor is "import('./later.js')".
bool imports_statically(std::string_view statement) {
    const auto before = statement.substr(0, statement.find_first_of("'\""));
    return before.find_first_of("(=") == std::string_view::npos &&
           (statement.starts_with("import") || before.find(" from ") != std::string_view::npos);
}

std::vector<std::string> module_scripts(std::string_view html) {
    constexpr std::string_view opening = "<script ";
    std::vector<std::string> sources;
    for (auto at = html.find(opening); at != std::string_view::npos; at = html.find(opening, at + 1)) {
        const auto tag = html.substr(at, html.find('>', at) - at);
        const auto source = tag.find("src=");
        if (tag.find("type=\"module\"") != std::string_view::npos && source != std::string_view::npos) {
            sources.emplace_back(quoted(tag.substr(source)).value_or(""));
        }
    }
    return sources;
}

/// Nothing for what isn't a file, a directory among them, whose reading would throw.
std::optional<std::string> read_module(const std::filesystem::path& file) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) {
        return std::nullopt;
    }
    std::ifstream in(file, std::ios::binary);
    return in ? std::optional(std::string(std::istreambuf_iterator<char>(in), {})) : std::nullopt;
}

}  // namespace

std::vector<std::string> static_imports(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t line = 0; line < text.size();
         line = std::min(text.find('\n', line), text.size() - 1) + 1) {
        const auto rest = text.substr(line);
        if (!rest.starts_with("import") && !rest.starts_with("export")) {
            continue;
        }
        const auto statement = rest.substr(0, rest.find(';'));
        const auto name = imports_statically(statement) ? quoted(statement) : std::nullopt;
        if (name && name->starts_with('.')) {
            names.emplace_back(*name);
        }
    }
    return names;
}

std::vector<std::string> modules_loaded_by(std::string_view html, const std::filesystem::path& directory) {
    std::vector<std::string> loaded;
    const auto add = [&](const std::filesystem::path& path) {
        auto name = path.lexically_normal().generic_string();
        if (!name.empty() && safe_relative_path("/" + name) &&
            std::find(loaded.begin(), loaded.end(), name) == loaded.end()) {
            loaded.push_back(std::move(name));
        }
    };
    for (const auto& source : module_scripts(html)) {
        add(source);
    }
    for (std::size_t next = 0; next < loaded.size();) {
        const auto text = read_module(directory / loaded[next]);
        if (!text) {
            loaded.erase(loaded.begin() + static_cast<std::ptrdiff_t>(next));
            continue;
        }
        const auto folder = std::filesystem::path(loaded[next++]).parent_path();
        for (const auto& name : static_imports(*text)) {
            add(folder / name);
        }
    }
    return loaded;
}

std::string preload_links(const std::vector<std::string>& modules) {
    std::string links;
    for (const auto& module : modules) {
        links += fmt::format("{}<{}>; rel=modulepreload", links.empty() ? "" : ", ", module);
    }
    return links;
}

}  // namespace gilscope::http
