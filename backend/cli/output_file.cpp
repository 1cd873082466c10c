#include "cli/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <system_error>

namespace gilscope::cli {

OutputFile::OutputFile(std::string option, const std::string& path)
    : option_(std::move(option)), path_(path) {
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
        unfinished_ = fmt::format("{}.{}.tmp", target_.string(), getpid());
        stream_.open(unfinished_, std::ios::trunc);
    }
    if (!stream_) {
        fail();
    }
}

OutputFile::~OutputFile() {
    if (!unfinished_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(unfinished_, ignored);
    }
}

void OutputFile::fail() const {
    throw std::runtime_error(
        fmt::format("{}: {} can't be written: {}", option_, path_, std::strerror(errno)));
}

void OutputFile::write(const std::string& text) {
    if (path_.empty()) {
        return;
    }
    if (path_ == "-") {
        std::cout << text;  // checked at the end of every command
        return;
    }
    stream_ << text << std::flush;
    if (!stream_) {
        fail();
    }
    if (!unfinished_.empty()) {
        std::filesystem::rename(unfinished_, target_);
        unfinished_.clear();
    }
}

}  // namespace gilscope::cli
