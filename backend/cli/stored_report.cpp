#include "cli/stored_report.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "bench/journal.h"
#include "bench/report_reader.h"

namespace gilscope::cli {
namespace {

template <typename Read>
bench::Report report_in(const std::filesystem::path& file, Read read) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) {
        const char* const reason = stream ? "it is a directory" : std::strerror(errno);
        throw std::runtime_error(fmt::format("{} can't be read: {}", file.string(), reason));
    }
    try {
        return read(stream);
    } catch (const bench::BadReport& problem) {
        throw std::runtime_error(fmt::format("{} can't be used: {}", file.string(), problem.what()));
    }
}

}  // namespace

bench::Report stored_report(const std::filesystem::path& file) {
    return report_in(file, [](std::istream& stream) { return bench::parse_report(stream); });
}

bench::Report interrupted_report(const std::filesystem::path& file) {
    return report_in(file, [](std::istream& stream) { return bench::report_from_journal(stream); });
}

}  // namespace gilscope::cli
