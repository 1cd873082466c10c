#include "engine/environment.h"

#include <unistd.h>

namespace gilscope::engine {

std::vector<std::string> environment_with(std::string_view name, std::string_view value) {
    const std::string prefix = std::string(name) + "=";
    std::vector<std::string> environment;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        if (!std::string_view(*entry).starts_with(prefix)) {
            environment.emplace_back(*entry);
        }
    }
    if (!value.empty()) {
        environment.push_back(prefix + std::string(value));
    }
    return environment;
}

}  // namespace gilscope::engine
