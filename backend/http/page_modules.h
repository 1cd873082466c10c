// Which scripts a page is going to load, so that a browser can ask for all of them at once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gilscope::http {

/// The modules that `html`, a file of `directory`, loads by `<script type="module" src>`, and what they
/// import statically, nearest first, relative to the directory; never what is imported on demand by
/// `import(...)`. Left out are names that aren't of the directory and files that can't be read. Without it a
/// browser finds one level of imports only after it has the level above: four round trips for four levels.
std::vector<std::string> modules_loaded_by(std::string_view html, const std::filesystem::path& directory);

/// "<js/a.js>; rel=modulepreload, <js/b.js>; rel=modulepreload": the value of a header `Link` (RFC 8288,
/// section 3), whose targets are relative to the page's own address.
std::string preload_links(const std::vector<std::string>& modules);

/// What a module's text imports or exports from elsewhere by a relative name, as written ("./api.js"), in
/// order. Pure.
std::vector<std::string> static_imports(std::string_view text);

}  // namespace gilscope::http
