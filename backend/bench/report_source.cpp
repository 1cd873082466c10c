#include "bench/report_source.h"

namespace gilscope::bench {
namespace {

/// Longer than largest_figure, and far from what a number can hold.
constexpr int most_digits = 17;

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

}  // namespace

std::size_t ReportSource::offset() const {
    return earlier_ + static_cast<std::size_t>(next_ - begin_);
}

bool ReportSource::refill() {
    if (stream_ == nullptr) {
        return false;
    }
    earlier_ += static_cast<std::size_t>(end_ - begin_);
    stream_->read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    begin_ = next_ = buffer_.data();
    end_ = next_ + stream_->gcount();
    return next_ != end_;
}

bool ReportSource::prepare() {
    if (events_.takes_figures()) {
        read_column();
    }
    return there_is_more();
}

void ReportSource::skip_spaces() {
    while (there_is_more() && (*next_ == ' ' || *next_ == '\n' || *next_ == '\r' || *next_ == '\t')) {
        ++next_;
    }
}

void ReportSource::read_column() {
    skip_spaces();
    if (there_is_more() && *next_ == ']') {  // empty, or read already
        return;
    }
    for (;;) {
        skip_spaces();
        if (there_is_more() && is_digit(*next_)) {
            read_figure();
        } else {
            read_flag();
        }
        skip_spaces();
        if (!there_is_more() || *next_ == ']') {
            return;
        }
        if (*next_ != ',') {
            events_.not_a_figure();
        }
        ++next_;
    }
}

void ReportSource::read_figure() {
    std::int64_t value = 0;
    int digits = 0;
    const bool starts_with_zero = *next_ == '0';
    const auto take_digit = [&](const char* digit) {
        if (++digits > most_digits || (digits > 1 && starts_with_zero)) {
            events_.not_a_figure();
        }
        value = value * 10 + (*digit - '0');
    };
    if (end_ - next_ >
        most_digits + 1) {  // nearly always: no need to look for the end of the buffer at each digit
        const char* digit = next_;
        for (; is_digit(*digit); ++digit) {
            take_digit(digit);
        }
        next_ = digit;
    } else {
        for (; there_is_more() && is_digit(*next_); ++next_) {
            take_digit(next_);
        }
    }
    events_.figure(value, false);
}

void ReportSource::read_flag() {
    const bool value = there_is_more() && *next_ == 't';
    for (const char expected : std::string_view(value ? "true" : "false")) {
        if (!there_is_more()) {
            return;  // the parser finds that the text is cut off
        }
        if (*next_ != expected) {
            events_.not_a_figure();
        }
        ++next_;
    }
    events_.figure(value ? 1 : 0, true);
}

}  // namespace gilscope::bench
