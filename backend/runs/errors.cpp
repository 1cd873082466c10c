#include "runs/errors.h"

namespace gilscope::runs {
namespace {

std::string joined(const std::map<std::string, std::string>& fields) {
    std::string text;
    for (const auto& [name, problem] : fields) {
        text += (text.empty() ? "" : "; ") + name + ": " + problem;
    }
    return text;
}

}  // namespace

InvalidRequest::InvalidRequest(std::map<std::string, std::string> bad_fields)
    : std::runtime_error(joined(bad_fields)), fields_(std::move(bad_fields)) {}

}  // namespace gilscope::runs
