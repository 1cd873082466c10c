#include "cli/report_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace gilscope::cli {

ReportFile::ReportFile(const std::string& path) : output_("--json", path) {
    if (output_.target().empty()) {
        return;
    }
    const std::filesystem::path journal = output_.target().string() + journal_suffix;
    std::error_code error;
    if (std::filesystem::file_size(journal, error) > 0 && !error) {
        throw std::runtime_error(fmt::format(
            "--json: {0} holds what another run has measured so far, or until it was interrupted; make a "
            "report of it with gilscope finish {0}, or remove it",
            journal.string()));
    }
    journal_file_.open(journal, std::ios::app);
    if (!journal_file_) {
        throw std::runtime_error(
            fmt::format("--json: {} can't be written: {}", journal.string(), std::strerror(errno)));
    }
    journal_path_ = journal;
}

ReportFile::~ReportFile() {
    if (!journal_path_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(journal_path_, ignored);
    }
}

void ReportFile::note(const runs::RunProgress& progress) {
    if (journal_path_.empty() || progress.raw == nullptr || progress.block == 0) {
        return;
    }
    const auto lines = journal_.next(*progress.raw, progress.open_block);
    if (lines && !(journal_file_ << *lines << std::flush)) {
        throw std::runtime_error(
            fmt::format("{} can't be written: {}", journal_path_.string(), std::strerror(errno)));
    }
}

}  // namespace gilscope::cli
