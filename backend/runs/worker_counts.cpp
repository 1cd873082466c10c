#include "runs/worker_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "runs/sweep.h"

namespace gilscope::runs {
namespace {

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Appends what an element such as "4" or "1..32" stands for; false if it isn't understood. One that goes too
/// far is cut off behind the first number that is too much.
bool append(std::string_view element, std::vector<int>& counts) {
    const std::size_t dots = element.find("..");
    const auto first = number(element.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : number(element.substr(dots + 2));
    if (!first || !last) {
        return false;
    }
    const int step = *first <= *last ? 1 : -1;
    for (int count = *first; counts.size() <= 2 * max_worker_counts; count += step) {
        counts.push_back(count);
        if (count == *last || count > max_workers || count < 1) {
            break;
        }
    }
    return true;
}

}  // namespace

WorkerCounts in_order(const std::vector<int>& counts) {
    WorkerCounts result{counts, {}, {}};
    std::sort(result.counts.begin(), result.counts.end());
    result.counts.erase(std::unique(result.counts.begin(), result.counts.end()), result.counts.end());
    const bool allowed =
        !result.counts.empty() && result.counts.front() >= 1 && result.counts.back() <= max_workers;
    if (!allowed || result.counts.size() > max_worker_counts) {
        result.problem =
            fmt::format("must be a list of at most {} whole numbers from 1 to {}, such as 1,2,4 or 1..32",
                        max_worker_counts, max_workers);
    } else if (result.counts != counts) {
        result.remark =
            fmt::format("the numbers of workers are measured as {}", fmt::join(result.counts, ", "));
    }
    return result;
}

WorkerCounts worker_counts_from(const std::string& text) {
    std::vector<int> counts;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        if (!append(rest.substr(0, comma), counts)) {
            return in_order({});
        }
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    return in_order(counts);
}

}  // namespace gilscope::runs
