#include "http/request_id.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace gilscope::http {

namespace {

bool is_acceptable(std::string_view id) {
    constexpr std::size_t longest = 64;
    return !id.empty() && id.size() <= longest && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
               c == '_' || c == '-';
    });
}

}  // namespace

// Two starts of a server should not give the same names: a log may hold both.
RequestIds::RequestIds() : start_(std::random_device{}()) {}

std::string RequestIds::choose(std::optional<std::string_view> given) {
    if (given && is_acceptable(*given)) {
        return std::string(*given);
    }
    return fmt::format("{:08x}-{:x}", start_, count_.fetch_add(1, std::memory_order_relaxed) + 1);
}

}  // namespace gilscope::http
