// From any bytes to a task: nothing crashes, and what is accepted is what it says it is.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/json_body.h"
#include "tasks/task_input.h"
#include "text/text.h"

namespace {

using namespace gilscope;
using Json = nlohmann::ordered_json;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_title(const std::string& title) {
    require(text::trim(title) == title);
    require(!title.empty() && text::count_code_points(title) <= 200);
    require(title.find('\0') == std::string::npos);
}

void check_fields(tasks::TaskFields (*read)(const Json&), const Json& body) {
    try {
        const auto fields = read(body);
        require(fields.title || fields.description || fields.status || fields.priority);
        if (fields.title) {
            check_title(*fields.title);
        }
    } catch (const tasks::InvalidTask& error) {
        require(!error.fields().empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const auto body = http::read_json(text);
        // Strict means: never more than JSON, and never anything else than what others read.
        require(body.dump() == Json::parse(text).dump());
        check_fields(tasks::read_new_task, body);
        check_fields(tasks::read_changes, body);
    } catch (const http::BadJson&) {
    }
    return 0;
}
