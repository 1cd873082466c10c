#include "answer_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace gilscope::laboratory {

AnswerReader::Progress AnswerReader::receive(std::string_view bytes) {
    received_.erase(0, used_);
    used_ = 0;
    received_ += bytes;
    return go_on();
}

AnswerReader::Progress AnswerReader::next() {
    body_.clear();
    in_body_ = in_chunk_ = complete_ = false;
    return go_on();
}

AnswerReader::Progress AnswerReader::go_on() {
    if (!in_body_ && !complete_ && !read_head()) {
        return broken_ ? Progress::broken : Progress::more;
    }
    while (!complete_ && !broken_) {
        if (chunked_ && !in_chunk_) {
            if (!read_chunk()) {
                break;
            }
            continue;
        }
        const auto count = std::min(missing_, received_.size() - used_);
        body_.append(received_, used_, count);
        used_ += count;
        missing_ -= count;
        if (missing_ > 0) {
            break;
        }
        if (chunked_) {
            body_.resize(body_.size() - 2);  // the line end behind the chunk
            in_chunk_ = false;
        } else {
            complete_ = true;
        }
    }
    return broken_ ? Progress::broken : complete_ ? Progress::complete : Progress::more;
}

bool AnswerReader::read_head() {
    const auto end = received_.find("\r\n\r\n", used_);
    if (end == std::string::npos) {
        return false;
    }
    head_ = received_.substr(used_, end + 2 - used_);
    used_ = end + 4;
    std::transform(head_.begin(), head_.end(), head_.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    broken_ = !head_.starts_with("http/1.1 ") ||
              std::from_chars(head_.data() + 9, head_.data() + 12, status_).ec != std::errc{};
    chunked_ = header("transfer-encoding") == "chunked";
    missing_ = 0;
    const auto length = header("content-length");
    std::from_chars(length.data(), length.data() + length.size(), missing_);
    in_body_ = true;
    return !broken_;
}

bool AnswerReader::read_chunk() {
    const auto end = received_.find("\r\n", used_);
    if (end == std::string::npos) {
        return false;
    }
    std::size_t size = 0;
    broken_ = std::from_chars(received_.data() + used_, received_.data() + end, size, 16).ec != std::errc{};
    if (size == 0) {
        if (received_.size() < end + 4) {
            return false;
        }
        used_ = end + 4;
        complete_ = true;
        return !broken_;
    }
    used_ = end + 2;
    missing_ = size + 2;
    in_chunk_ = true;
    return !broken_;
}

std::string_view AnswerReader::header(std::string_view lower_case_name) const {
    const auto name = "\r\n" + std::string(lower_case_name) + ": ";
    const auto found = head_.find(name);
    if (found == std::string::npos) {
        return {};
    }
    const auto start = found + name.size();
    return std::string_view(head_).substr(start, head_.find("\r\n", start) - start);
}

}  // namespace gilscope::laboratory
