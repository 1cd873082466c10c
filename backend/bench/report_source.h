// A report's text on its way to the parser.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <iterator>
#include <string_view>

#include "bench/report_events.h"

namespace gilscope::bench {

/// Hands the text on character by character, but for the figures of columns: it reads those itself, some ten
/// times faster than the parser, gives them to the events and shows the parser an empty list. That works
/// because the parser reports the start of a list before it asks for the next character.
class ReportSource {
  public:
    ReportSource(std::string_view text, ReportEvents& events)
        : begin_(text.data()), next_(text.data()), end_(text.data() + text.size()), events_(events) {}
    ReportSource(std::istream& stream, ReportEvents& events) : stream_(&stream), events_(events) {}

    /// What a parser reads. Reading through any copy moves all of them on.
    class Iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = const char*;
        using reference = const char&;

        Iterator() = default;
        explicit Iterator(ReportSource& text) : text_(&text) {}
        char operator*() const { return *text_->next_; }
        Iterator& operator++() {
            ++text_->next_;
            return *this;
        }
        /// One that was made of nothing is the end. Columns are read here, before the character behind them
        /// is.
        bool operator==(const Iterator& other) const {
            const Iterator& reading = text_ != nullptr ? *this : other;
            return reading.text_ == nullptr || !reading.text_->prepare();
        }
        bool operator!=(const Iterator& other) const { return !(*this == other); }

      private:
        ReportSource* text_ = nullptr;
    };

    Iterator begin() { return Iterator(*this); }
    static Iterator end() { return {}; }

    /// Bytes before the next character.
    std::size_t offset() const;

  private:
    /// False at the end. Else *next_ is the character to hand on.
    bool prepare();
    bool refill();
    bool there_is_more() { return next_ != end_ || refill(); }
    void read_column();
    void read_figure();
    void read_flag();
    void skip_spaces();

    std::istream* stream_ = nullptr;
    std::array<char, 65536> buffer_;  // not filled with zeros, since it is overwritten before it is read
    const char* begin_ = nullptr;
    const char* next_ = nullptr;
    const char* end_ = nullptr;
    std::size_t earlier_ = 0;  ///< bytes before begin_
    ReportEvents& events_;
};

}  // namespace gilscope::bench
