#include "runs/checksum_book.h"

#include <fmt/format.h>

#include <set>

#include "runs/errors.h"

namespace gilscope::runs {

void ChecksumBook::note(const std::string& cell, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
        if (!value.empty()) {
            ++workers_by_value_[cell][value];
        }
    }
}

void ChecksumBook::check() const {
    std::set<std::string> different;
    std::map<std::string, std::string> said;
    for (const auto& [cell, values] : workers_by_value_) {
        for (const auto& [value, count] : values) {
            different.insert(value);
            said[cell] += (said[cell].empty() ? "" : ", ") + value;
        }
    }
    if (different.size() <= 1) {
        return;
    }
    std::string message = "run() returned different values, so the cells did not do the same work: ";
    std::string separator;
    for (const auto& [cell, values] : said) {
        message += separator + cell + " -> " + values;
        separator = "; ";
    }
    throw ChecksumMismatch(message + ". Make it deterministic, or set COMPARE = False", std::move(said));
}

std::string ChecksumBook::value() const {
    return workers_by_value_.empty() ? "" : workers_by_value_.begin()->second.begin()->first;
}

}  // namespace gilscope::runs
