// From the bytes of a query, a path or a header to values: nothing crashes, and what comes out is what it
// says.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "http/entity_tags.h"
#include "http/page_files.h"
#include "http/page_server.h"
#include "http/query.h"

namespace {

using namespace gilscope::http;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_query(std::string_view text) {
    const std::vector<std::string> known{"n", "choice", "text"};
    Query query(text, known);
    const auto number = query.integer("n", -5, 50, 7);
    require(number >= -5 && number <= 50);
    const std::vector<std::string_view> choices{"a", "b"};
    const auto choice = query.choice("choice", choices, "b");
    require(choice == "a" || choice == "b");
    if (const auto value = query.text("text")) {
        require(is_valid_utf8(*value) && value->find('\0') == std::string::npos);
    }
    for (const auto& [field, problem] : query.problems()) {
        require(is_valid_utf8(field) && !problem.empty());
    }
}

/// No path leads out of the page's directory.
void check_path(std::string_view text) {
    if (const auto path = safe_relative_path(text)) {
        // A name may end with dots; one that begins with a dot could be "..".
        require(!path->empty() && path->front() != '/' && path->find("//") == std::string::npos &&
                path->find('\\') == std::string::npos && path->find("/.") == std::string::npos &&
                path->front() != '.');
    }
    for (const bool plus : {false, true}) {
        if (const auto decoded = percent_decode(text, plus)) {
            require(is_valid_utf8(*decoded) && decoded->find('\0') == std::string::npos &&
                    decoded->size() <= text.size());
        }
    }
}

void check_origin(std::string_view text) {
    if (const auto origin = origin_of(text)) {
        require(origin->find_first_of(std::string_view(" ;,'\"\r\n\t*\0", 10)) == std::string::npos);
        require(origin_of(*origin) == origin);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_query(text);
    check_path(text);
    check_origin(text);
    Headers headers;
    headers.add("If-Match", std::string(text));
    if (const auto tags = EntityTags::from(headers, "If-Match")) {
        tags->match_strongly("\"a\"");
        tags->match_weakly("\"a\"");
    }
    return 0;
}
