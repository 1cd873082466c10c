#include "cli/report_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <system_error>

namespace gilscope::cli {

ReportFile::ReportFile(const std::string& path) : path_(path) {
    if (path.empty() || path == "-") {
        return;
    }
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    const bool written_directly =
        std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    if (written_directly) {
        stream_.open(path);
    } else {
        target_ = std::filesystem::weakly_canonical(path, error);
        partial_ = target_.string() + ".partial";
        stream_.open(partial_, std::ios::trunc);
    }
    if (!stream_) {
        fail();
    }
}

ReportFile::~ReportFile() {
    if (!partial_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(partial_, ignored);
    }
}

void ReportFile::fail() const {
    throw std::runtime_error(fmt::format("--json: {} can't be written: {}", path_, std::strerror(errno)));
}

void ReportFile::write(const std::string& text) {
    if (path_.empty()) {
        return;
    }
    if (path_ == "-") {
        std::cout << text << std::flush;
        return;
    }
    stream_ << text << std::flush;
    if (!stream_) {
        fail();
    }
    if (!partial_.empty()) {
        std::filesystem::rename(partial_, target_);
        partial_.clear();
    }
}

}  // namespace gilscope::cli
